#!/bin/sh
# The documentation of MapModel as pages, in .build/docc; fails where a link leads nowhere. To look at it:
# python3 -m http.server --directory .build/docc, then /documentation/mapmodel.
set -eu
cd "$(dirname "$0")/.."
swift=${SWIFT:-swift}
"$swift" build --target MapModel
products=$("$swift" build --show-bin-path)
graphs=.build/symbol-graphs
rm -rf "$graphs" .build/docc
mkdir -p "$graphs"
"$swift" symbolgraph-extract -module-name MapModel -I "$products/Modules" -I Sources/CByteScan/include \
    -Xcc "-fmodule-map-file=$products/CByteScan.build/module.modulemap" \
    -target "$("$swift" -print-target-info | sed -n 's/^ *"unversionedTriple": "\(.*\)",/\1/p')" \
    -output-dir "$graphs" -minimum-access-level public
log=.build/docc.log
"$(dirname "$(command -v "$swift")")/docc" convert Sources/MapModel/MapModel.docc --additional-symbol-graph-dir "$graphs" \
    --fallback-display-name MapModel --fallback-bundle-identifier org.termmap.MapModel --output-path .build/docc >"$log" 2>&1
if grep -A3 "doesn't exist\|unresolved\|ambiguous" "$log"; then exit 1; fi
