import MapModel
