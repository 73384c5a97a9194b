/// Words that are written short or otherwise in names of towns, folded.
enum ShortForms {
    /// The words that a word may stand for, the most likely first.
    static func words(for word: ArraySlice<UInt8>) -> [[UInt8]] {
        word.count <= longest ? table[Array(word)] ?? [] : []
    }

    /// Words that names have or lack, before or after others.
    static let generic = """
        city,town,village,municipality,metro,area,greater,downtown,city of,town of,village of,township,\
        metropolitan area,cdp,borough,the,near,nr,airport,international,intl,afb,island,islands,isle
        """.split(separator: ",").map { Array($0.utf8) }

    private static let longest =
        text.split(separator: "\n").map { $0.prefix { $0 != ":" }.utf8.count }.max() ?? 0

    private static let table = Dictionary(
        text.split(separator: "\n").map { line in
            let halves = line.split(separator: ":")
            let words = halves.dropFirst().joined().split(separator: ",")
            return (Array(halves[0].utf8), words.map { Array($0.utf8) })
        }, uniquingKeysWith: { first, _ in first })

    private static let text = """
        st:saint,sankt,street
        ste:sainte
        saint:st
        sainte:ste
        ft:fort
        fort:ft
        mt:mount,mont
        mount:mt
        mtn:mountain
        pt:port,point
        pto:puerto
        sta:santa
        sto:santo
        n:north
        s:south,sao,san
        e:east
        w:west
        no:north
        so:south
        north:n
        hts:heights
        spgs:springs
        spg:spring
        bch:beach
        vlg:village
        twp:township
        jct:junction
        stn:station
        lk:lake
        cty:city
        gral:general
        gen:general
        cnl:coronel
        cd:ciudad
        is:island,islands
        isl:island
        hbr:harbor,harbour
        harbor:harbour
        harbour:harbor
        centre:center
        center:centre
        pk:park
        crk:creek
        rd:rapids
        gr:grand,great
        vly:valley
        fls:falls
        upr:upper
        lwr:lower
        ctr:center
        a:am,an der
        i:in,im
        b:bei
        ob:ober
        """
}
