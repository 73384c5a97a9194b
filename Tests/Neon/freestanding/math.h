#pragma once

// Only its name is needed: the scans use no real numbers.
