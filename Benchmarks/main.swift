import MapModel
print("benchmarks")
