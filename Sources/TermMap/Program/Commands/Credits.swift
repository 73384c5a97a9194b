/// Where the data that we ship comes from; `data/SOURCES.md` has the details.
enum Credits {
    static let text = """
        TermMap: copyright 2026 The TermMap authors, MIT License. The data keep their own licences:
        Made with Natural Earth (naturalearthdata.com), public domain: land, lakes, rivers, borders, names.
        Detailed coast: GSHHG by P. Wessel and W. H. F. Smith, LGPL-3.0-or-later.
        Places: Contains data from GeoNames (geonames.org), CC BY 4.0, modified.
        Names of countries in other languages: iso-codes, LGPL-2.1-or-later.
        Airports: airportsdata by Mike Borsetti, MIT licence.
        Country populations: rnaturalearthdata, CC0.
        Descriptions of terminals: ncurses, MIT licence (X11).

        """
}
