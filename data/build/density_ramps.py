"""colours of the density ramps: n even steps of lightness in OKLab through a few anchors"""
import numpy as np
M1 = np.array([[.4122214708, .5363325363, .0514459929], [.2119034982, .6806995451, .1073969566], [.0883024619, .2817188376, .6299787005]])
M2 = np.array([[.2104542553, .7936177850, -.0040720468], [1.9779984951, -2.4285922050, .4505937099], [.0259040371, .7827717662, -.8086757660]])
def linear(c): c = np.asarray(c, float) / 255; return np.where(c <= .04045, c / 12.92, ((c + .055) / 1.055) ** 2.4)
def coded(c): c = np.clip(c, 0, 1); return np.round(255 * np.where(c <= .0031308, c * 12.92, 1.055 * c ** (1 / 2.4) - .055)).astype(int)
def lab(c): return np.cbrt(linear(c) @ M1.T) @ M2.T
def rgb(l): return coded((l @ np.linalg.inv(M2).T) ** 3 @ np.linalg.inv(M1).T)
def channels(h): return [h >> 16, h >> 8 & 255, h & 255]
def ramp(anchors, n=24):
    a = lab([channels(h) for h in anchors]); s = np.concatenate([[0], np.cumsum(np.abs(np.diff(a[:, 0])))]); s /= s[-1]; t = np.linspace(0, 1, n)
    return rgb(np.stack([np.interp(t, s, a[:, k]) for k in range(3)], 1))
A = {"ember": ([0x46331c, 0x80591a, 0xc07a1a, 0xffb02e, 0xffd98a, 0xfffaf0], [0xf6dcb0, 0xf2b45c, 0xdd7a16, 0xb23c0c, 0x7c1d06, 0x3d0d06]),
     "lagoon": ([0x46407a, 0x2f6f9f, 0x1f9e92, 0x62c566, 0xd3e04a, 0xfffbd0], [0xd5e8b0, 0x8fd08a, 0x3aa595, 0x27709a, 0x453f8a, 0x230a4a]),
     "magma": ([0x4a2a63, 0x8a2f7c, 0xcc4a5e, 0xf58a3c, 0xffd35c, 0xfffde0], [0xfbe0b0, 0xf9a96a, 0xe0604f, 0xa82c6c, 0x5e1c70, 0x220a3c])}
if __name__ == "__main__":
    for name, pair in A.items():
        for theme, anchors in zip(("dark", "light"), pair):
            h = ["0x%02x%02x%02x" % tuple(c) for c in ramp(anchors)]
            print(f"    private static let {name}{theme.title()}: [UInt32] = [")
            for i in range(0, 24, 8): print("        " + ", ".join(h[i:i + 8]) + ",")
            print("    ]")
