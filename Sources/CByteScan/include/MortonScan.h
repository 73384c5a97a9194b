#pragma once

#include <stddef.h>
#include <stdint.h>

/// At most so many lines along an axis.
enum { morton_line_limit = 3 };

/// Counts codes of the Z curve in the boxes that some columns and rows make of the plane, and adds what it finds to
/// `boxes`: those of a row lie side by side from west to east, those of the next row `stride` behind.
///
/// `columns` and `rows` are in ascending order, with their bits spread to the even ones as those of x are in a code.
/// There may be none of them.
void morton_count_boxes(const uint64_t *codes, size_t count, const uint64_t *columns, size_t column_count,
                        const uint64_t *rows, size_t row_count, uint32_t *boxes, size_t stride);
