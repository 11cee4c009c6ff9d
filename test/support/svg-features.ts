// What SVG can say, each by a small picture: an outside browser draws them beside Platen's drawing.

/** The begin of a rectangle, and of a line with a corner. */
const R = '<rect x="10" y="10" width="40" height="30" ';
const L = '<path d="M10 10H60V45" fill="none" stroke="black" stroke-width="3" ';
const STOPS = '<stop stop-color="red"/><stop offset="1" stop-color="blue"/>';
const mk = (a: string, c = '<path d="M0 0L6 3L0 6z"/>'): string =>
  `<marker id="m" markerWidth="6" markerHeight="6" refX="3" refY="3" ${a}>${c}</marker>`;
const G = (a: string, s = STOPS): string => `<linearGradient id="g" ${a}>${s}</linearGradient>`;
const RG = (a: string, s = STOPS): string => `<radialGradient id="g" ${a}>${s}</radialGradient>`;
const P = (a: string, c = '<rect width="4" height="4" fill="red"/>'): string =>
  `<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse" ${a}>${c}</pattern>`;
const F = (c: string, a = ""): string => `<filter id="f" ${a}>${c}</filter>`;
/** Two by two pixels. */
const px =
  "iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAAFklEQVR4nGP8z8DAwMDAxMDAwMDAAAANHQEDasKb6QAAAABJRU5ErkJggg==";

/**
 * By name: what stands in an SVG of 80 by 60, behind attributes of the root after `@root` where there are some. What
 * hangs on the fonts of a machine is left out, and what readers of SVG settle each in their own way: the last marker of
 * a closed line, a gradient along a line without height, lines that keep their width on a screen.
 */
export const SVG_FEATURES: Readonly<Record<string, string>> = {
  pathLength: `${L}pathLength="10" stroke-dasharray="1"/>`,
  "pathLength rect": `${R}pathLength="10" stroke="red" stroke-width="3" stroke-dasharray="1" fill="none"/>`,
  "marker auto": `${mk('orient="auto"') + L}marker-start="url(#m)" marker-mid="url(#m)" marker-end="url(#m)"/>`,
  "marker asr": `${mk('orient="auto-start-reverse"') + L}marker-start="url(#m)" marker-end="url(#m)"/>`,
  "marker asr shorthand": `${mk('orient="auto-start-reverse"')}<path d="M10 10H60V45" fill="none" stroke="black" style="marker:url(#m)"/>`,
  "marker angle": `${mk('orient="45"') + L}marker-end="url(#m)"/>`,
  "marker rad": `${mk('orient="0.25turn"') + L}marker-end="url(#m)"/>`,
  "marker userspace": `${mk('orient="auto" markerUnits="userSpaceOnUse"') + L}marker-end="url(#m)"/>`,
  "marker viewBox": `${mk('viewBox="0 0 12 12" orient="auto"', '<path d="M0 0L12 6L0 12z"/>') + L}marker-end="url(#m)"/>`,
  "marker ref kw":
    `<marker id="m" markerWidth="6" markerHeight="6" refX="right" refY="center" orient="auto"><path d="M0 0L6 3L0 6z"/></marker>` +
    L +
    'marker-end="url(#m)"/>',
  "marker ctx stroke":
    mk('orient="auto"', '<path d="M0 0L6 3L0 6z" fill="context-stroke"/>') +
    '<path d="M10 10H60V45" fill="none" stroke="red" stroke-width="3" marker-end="url(#m)"/>',
  "marker overflow": `${mk('orient="auto" overflow="visible"', '<circle r="6"/>') + L}marker-end="url(#m)"/>`,
  "marker on line":
    mk('orient="auto"') +
    '<line x1="10" y1="10" x2="60" y2="30" stroke="black" stroke-width="2" marker-end="url(#m)"/>',

  "marker on rect": `${mk('orient="auto"') + R}marker-end="url(#m)"/>`,
  "clip circle attr": `${R}clip-path="circle(15px at 20px 20px)"/>`,
  "clip url": `<clipPath id="c"><circle cx="30" cy="25" r="12"/></clipPath>${R}clip-path="url(#c)"/>`,
  "clip bbox units":
    '<clipPath id="c" clipPathUnits="objectBoundingBox"><circle cx="0.5" cy="0.5" r="0.4"/></clipPath>' +
    R +
    'clip-path="url(#c)"/>',
  "clip transform":
    '<clipPath id="c" transform="translate(10 0)"><circle cx="30" cy="25" r="12"/></clipPath>' +
    R +
    'clip-path="url(#c)"/>',
  "clip of clip":
    '<clipPath id="d"><rect x="20" y="15" width="10" height="30"/></clipPath><clipPath id="c" clip-path="url(#d)"><circle cx="30" cy="25" r="12"/></clipPath>' +
    R +
    'clip-path="url(#c)"/>',
  "clip rule":
    '<clipPath id="c"><path clip-rule="evenodd" d="M10 10H50V40H10zM20 18H40V32H20z"/></clipPath>' +
    R +
    'clip-path="url(#c)"/>',

  "clip use":
    '<defs><circle id="q" cx="30" cy="25" r="12"/></defs><clipPath id="c"><use href="#q" x="5"/></clipPath>' +
    R +
    'clip-path="url(#c)"/>',
  "clip stroke ignored":
    '<clipPath id="c"><circle cx="30" cy="25" r="8" stroke="black" stroke-width="8"/></clipPath>' +
    R +
    'clip-path="url(#c)"/>',
  "clip empty": `<clipPath id="c"/>${R}clip-path="url(#c)"/>`,
  mask: `<mask id="k"><rect x="10" y="10" width="20" height="30" fill="white"/></mask>${R}mask="url(#k)"/>`,
  "mask alpha":
    '<mask id="k" mask-type="alpha"><rect x="10" y="10" width="20" height="30" fill="black"/></mask>' +
    R +
    'mask="url(#k)"/>',
  "mask alpha css":
    '<mask id="k" style="mask-type:alpha"><rect x="10" y="10" width="20" height="30" fill="black"/></mask>' +
    R +
    'mask="url(#k)"/>',
  "mask bbox":
    '<mask id="k" maskContentUnits="objectBoundingBox"><rect width="0.5" height="1" fill="white"/></mask>' +
    R +
    'mask="url(#k)"/>',
  "mask lum": `<mask id="k"><rect x="10" y="10" width="40" height="30" fill="red"/></mask>${R}mask="url(#k)"/>`,
  "mask linearRGB":
    '<mask id="k" color-interpolation="linearRGB"><rect x="10" y="10" width="40" height="30" fill="#808080"/></mask>' +
    R +
    'mask="url(#k)"/>',
  "mask region":
    '<mask id="k" x="0" y="0" width="0.5" height="0.5"><rect width="80" height="60" fill="white"/></mask>' +
    R +
    'mask="url(#k)"/>',
  "grad lin": `${G("") + R}fill="url(#g)"/>`,
  "grad user": `${G('gradientUnits="userSpaceOnUse" x1="10" x2="50"') + R}fill="url(#g)"/>`,
  "grad spread": `${G('x1="0.4" x2="0.6" spreadMethod="reflect"') + R}fill="url(#g)"/>`,
  "grad repeat": `${G('x1="0.4" x2="0.6" spreadMethod="repeat"') + R}fill="url(#g)"/>`,
  "grad tf": `${G('gradientTransform="rotate(45)"') + R}fill="url(#g)"/>`,
  "grad stops css":
    "<style>.s{stop-color:lime}</style>" +
    G("", '<stop class="s"/><stop offset="1" style="stop-color:blue;stop-opacity:0.3"/>') +
    R +
    'fill="url(#g)"/>',
  "grad href": `${G("")}<linearGradient id="h" href="#g" x1="0" x2="0" y2="1"/>${R}fill="url(#h)"/>`,
  "grad radial": `${RG("") + R}fill="url(#g)"/>`,
  "grad focal": `${RG('fx="0.2" fy="0.2"') + R}fill="url(#g)"/>`,
  "grad fr": `${RG('fr="0.3"') + R}fill="url(#g)"/>`,
  "grad linearRGB": `${G('color-interpolation="linearRGB"') + R}fill="url(#g)"/>`,
  "grad one stop": `${G("", '<stop stop-color="red"/>') + R}fill="url(#g)"/>`,
  "grad no stop": `${G("", "") + R}fill="url(#g)"/>`,
  "grad stroke": `${G("") + R}fill="none" stroke-width="6" stroke="url(#g)"/>`,
  "grad fallback": `${R}fill="url(#nope) lime"/>`,
  "grad currentColor":
    G("", '<stop stop-color="currentColor"/><stop offset="1" stop-color="blue"/>')
      .replace("<linear", '<g color="lime"><linear')
      .replace("</linearGradient>", "</linearGradient></g>") +
    R +
    'fill="url(#g)"/>',
  "grad stops desc": `${G("", '<stop offset="0.8" stop-color="red"/><stop offset="0.2" stop-color="blue"/>') + R}fill="url(#g)"/>`,
  "grad %": `${G('x1="20%" x2="80%"') + R}fill="url(#g)"/>`,
  pattern: `${P("") + R}fill="url(#p)"/>`,
  "pattern tf": `${P('patternTransform="rotate(30)"') + R}fill="url(#p)"/>`,
  "pattern bbox":
    '<pattern id="p" width="0.25" height="0.25"><rect width="5" height="4" fill="red"/></pattern>' +
    R +
    'fill="url(#p)"/>',
  "pattern content bbox":
    '<pattern id="p" width="0.5" height="0.5" patternContentUnits="objectBoundingBox"><rect width="0.25" height="0.25" fill="red"/></pattern>' +
    R +
    'fill="url(#p)"/>',
  "pattern vb":
    '<pattern id="p" width="10" height="10" patternUnits="userSpaceOnUse" viewBox="0 0 2 2"><rect width="1" height="1" fill="red"/></pattern>' +
    R +
    'fill="url(#p)"/>',
  "pattern href": `${P("")}<pattern id="q" href="#p" x="2"/>${R}fill="url(#q)"/>`,
  "pattern stroke": `${P("") + R}fill="none" stroke-width="8" stroke="url(#p)"/>`,
  "pattern overflow":
    '<pattern id="p" width="8" height="8" patternUnits="userSpaceOnUse" overflow="visible"><circle cx="8" cy="8" r="4" fill="red"/></pattern>' +
    R +
    'fill="url(#p)"/>',
  blur: `${F('<feGaussianBlur stdDeviation="3"/>') + R}filter="url(#f)"/>`,
  "filter css blur": `${R}style="filter:blur(3px)"/>`,
  "drop-shadow css": `${R}style="filter:drop-shadow(4px 4px 1px red)"/>`,
  feDropShadow: `${F('<feDropShadow dx="4" dy="4" stdDeviation="1" flood-color="red"/>') + R}filter="url(#f)"/>`,
  feOffset: `${F('<feOffset dx="9"/>') + R}filter="url(#f)"/>`,
  feFlood: `${F('<feFlood flood-color="lime"/>') + R}filter="url(#f)"/>`,
  "feFlood css": `<style>feFlood{flood-color:lime}</style>${F("<feFlood/>")}${R}filter="url(#f)"/>`,
  feColorMatrix: `${F('<feColorMatrix type="hueRotate" values="90"/>') + R}fill="red" filter="url(#f)"/>`,
  feMorph: `${F('<feMorphology operator="erode" radius="4"/>') + R}filter="url(#f)"/>`,
  feImage: `${F('<feImage href="#q"/>')}<circle id="q" cx="30" cy="30" r="9" fill="lime"/>${R}filter="url(#f)"/>`,
  feTile:
    F(
      '<feFlood x="10" y="10" width="5" height="5" flood-color="red"/><feOffset width="8" height="8" x="10" y="10"/><feTile/>',
    ) +
    R +
    'filter="url(#f)"/>',
  "filter grayscale": `${R}fill="red" style="filter:grayscale(1)"/>`,
  "filter sRGB":
    F('<feColorMatrix values="0.5 0 0 0 0 0 0.5 0 0 0 0 0 0.5 0 0 0 0 0 1 0"/>', 'color-interpolation-filters="sRGB"') +
    R +
    'fill="white" stroke="black" filter="url(#f)"/>',
  "filter lin":
    F('<feColorMatrix values="0.5 0 0 0 0 0 0.5 0 0 0 0 0 0.5 0 0 0 0 0 1 0"/>') +
    R +
    'fill="white" filter="url(#f)"/>',
  "filter userspace":
    F('<feOffset dx="9"/>', 'filterUnits="userSpaceOnUse" x="10" y="10" width="20" height="20"') +
    R +
    'filter="url(#f)"/>',
  "filter on empty": `${F('<feFlood flood-color="lime"/>')}<g filter="url(#f)"/>`,
  "filter missing": `${R}filter="url(#nope)"/>`,
  "geom css": `${R}style="x:30px;width:10px"/>`,
  "circle css": '<circle style="cx:30px;cy:30px;r:10px"/>',
  "d css": `<path style="d:path('M10 10H40V40z')"/>`,
  "rect w auto": '<rect x="5" y="5" height="10"/>',
  "rect rx %": `${R}rx="20%"/>`,
  "rect rx only": `${R}rx="12"/>`,
  "rect ry big": `${R}ry="99"/>`,
  "rect neg": '<rect x="5" y="5" width="-10" height="10"/>',
  "ellipse auto": '<ellipse cx="30" cy="30" rx="10"/>',
  "circle %": '<circle cx="50%" cy="50%" r="20%"/>',
  "line %": '<line x1="10%" y1="10%" x2="90%" y2="90%" stroke="black" stroke-width="2%"/>',
  em: '<rect x="1em" y="1em" width="2em" height="2em" font-size="10"/>',
  mm: '<rect x="5mm" y="5mm" width="5mm" height="5mm"/>',
  rem: '<rect x="1rem" y="1rem" width="1rem" height="1rem"/>',
  vw: '<rect x="10vw" y="10vh" width="20vw" height="20vh"/>',
  "calc w": '<rect x="5" y="5" width="calc(50% - 10px)" height="10"/>',
  ch: '<rect x="5" y="5" width="2ch" height="2ch" font-size="20"/>',
  "poly odd": '<polyline points="10,10 40,10 40" fill="none" stroke="black" stroke-width="3"/>',
  "poly bad": '<polygon points="10,10 40,x 40,40"/>',
  "path err": '<path d="M10 10H40V40 Q foo"/>',
  "path rel": '<path d="m10 10 20 0 0 20z m 5 5 10 0"/>',
  "path arc flags": '<path d="M10 30a10 10 0 1120 0z"/>',
  "path none": '<path d="none"/>',
  "stroke ends": '<path d="M10 20H60" stroke="black" stroke-width="9" stroke-linecap="round"/>',
  "zero len cap": '<path d="M20 20h0M40 20h0" stroke="black" stroke-width="12" stroke-linecap="round"/>',
  "zero len sq": '<path d="M20 20z" stroke="black" stroke-width="12" stroke-linecap="square"/>',
  miter: '<path d="M10 40L30 10L50 40" fill="none" stroke="black" stroke-width="6" stroke-miterlimit="10"/>',
  "miter-clip":
    '<path d="M10 40L14 10L18 40" fill="none" stroke="black" stroke-width="4" stroke-linejoin="miter-clip"/>',
  arcs: '<path d="M10 40L30 10L50 40" fill="none" stroke="black" stroke-width="6" stroke-linejoin="arcs"/>',
  "dash %": '<path d="M10 20H70" stroke="black" stroke-width="4" stroke-dasharray="10% 5%"/>',
  "dash odd": '<path d="M10 20H70" stroke="black" stroke-width="4" stroke-dasharray="9 3 2"/>',
  "dash neg": '<path d="M10 20H70" stroke="black" stroke-width="4" stroke-dasharray="9 -3"/>',
  "dash off": '<path d="M10 20H70" stroke="black" stroke-width="4" stroke-dasharray="9" stroke-dashoffset="-4"/>',
  "nonscale size":
    '<g transform="scale(3)"><rect x="3" y="3" width="5" height="5" vector-effect="non-scaling-size"/></g>',
  "fixed pos": '<g transform="translate(30 20)"><rect width="9" height="9" vector-effect="fixed-position"/></g>',
  "stroke-alignment": `${R}stroke="red" stroke-width="6" stroke-alignment="inner"/>`,
  "paint-order": `${R}stroke="red" stroke-width="8" fill="lime" paint-order="stroke"/>`,
  "opacity group":
    '<g opacity="0.5"><rect x="10" y="10" width="30" height="30" fill="red"/><rect x="25" y="20" width="30" height="30" fill="blue"/></g>',
  "fill-opacity %": `${R}fill-opacity="40%"/>`,
  "opacity >1": `${R}opacity="3"/>`,
  mix: `<rect width="40" height="60" fill="red"/>${R}fill="lime" style="mix-blend-mode:multiply"/>`,
  isolation:
    '<rect width="40" height="60" fill="red"/><g style="isolation:isolate"><rect x="10" y="10" width="40" height="30" fill="lime" style="mix-blend-mode:multiply"/></g>',
  "display none": `<g display="none">${R}/></g>`,
  "display contents": `<g style="display:contents">${R}/></g>`,
  vis: `<g visibility="hidden">${R}/><rect x="5" y="45" width="9" height="9" visibility="visible"/></g>`,
  use: '<defs><rect id="q" width="10" height="10"/></defs><use href="#q" x="20" y="20" fill="red"/>',
  "use xlink": '<defs><rect id="q" width="10" height="10"/></defs><use xlink:href="#q" x="20" y="20"/>',
  "use symbol":
    '<symbol id="q" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><use href="#q" x="20" y="10" width="30" height="30"/>',
  "use symbol nosize": '<symbol id="q" viewBox="0 0 10 10"><circle cx="5" cy="5" r="5"/></symbol><use href="#q"/>',
  "symbol ref":
    '<symbol id="q" viewBox="0 0 10 10" refX="5" refY="5"><circle cx="5" cy="5" r="5"/></symbol><use href="#q" x="30" y="30" width="20" height="20"/>',
  "use svg":
    '<defs><svg id="q" width="10" height="10"><rect width="20" height="20"/></svg></defs><use href="#q" x="20" y="20"/>',
  "use svg size":
    '<defs><svg id="q" width="10" height="10" viewBox="0 0 10 10"><rect width="10" height="10"/></svg></defs><use href="#q" x="20" y="20" width="30" height="30"/>',
  "use css":
    '<style>#q{fill:red} use #q{fill:lime}</style><defs><rect id="q" width="10" height="10"/></defs><use href="#q" x="20" y="20"/>',
  "use inherit":
    '<style>.k{fill:blue}</style><defs><g id="q"><rect width="10" height="10"/></g></defs><use class="k" href="#q" x="20" y="20"/>',
  "nested svg par":
    '<svg x="10" y="10" width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMaxYMid"><rect width="10" height="10"/></svg>',
  "svg slice":
    '<svg x="10" y="10" width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="xMidYMid slice"><circle cx="5" cy="5" r="5"/></svg>',
  "svg none":
    '<svg x="10" y="10" width="40" height="20" viewBox="0 0 10 10" preserveAspectRatio="none"><circle cx="5" cy="5" r="5"/></svg>',
  "svg overflow": '<svg x="10" y="10" width="20" height="20" overflow="visible"><rect width="40" height="40"/></svg>',
  "svg transform":
    '<svg x="10" y="10" width="20" height="20" transform="rotate(20)"><rect width="20" height="20"/></svg>',
  "svg %": '<svg x="10%" y="10%" width="50%" height="50%"><rect width="100%" height="100%"/></svg>',
  "switch lang":
    '<switch><rect systemLanguage="fr" width="10" height="10" fill="red"/><rect width="20" height="20" fill="lime"/></switch>',
  systemLanguage: '<rect systemLanguage="fr" x="10" y="10" width="10" height="10"/>',
  "transform list": '<g transform="translate(30,20) rotate(45) scale(2 1) skewX(10)"><rect width="9" height="9"/></g>',
  "transform comma": '<g transform="translate(30,20),rotate(45)"><rect width="9" height="9"/></g>',
  "transform rotate3": '<rect width="9" height="9" transform="rotate(45 30 20)"/>',
  "transform bad": '<rect width="9" height="9" transform="translate(30 20"/>',
  "transform css 3d": '<rect width="20" height="20" style="transform:translateX(20px) translateY(10px)"/>',
  "transform css matrix3d": '<rect width="20" height="20" style="transform:translate3d(20px,10px,0)"/>',
  "tf-box":
    '<rect x="20" y="20" width="20" height="10" style="transform:rotate(45deg);transform-box:fill-box;transform-origin:center"/>',
  "tf origin %":
    '<rect x="20" y="20" width="20" height="10" style="transform:rotate(45deg);transform-origin:50% 50%"/>',
  "tf origin kw":
    '<rect x="20" y="20" width="20" height="10" style="transform:rotate(45deg);transform-origin:top left"/>',
  "skew css": '<rect x="20" y="20" width="20" height="10" style="transform:skewX(20deg)"/>',
  "scale neg": '<g transform="scale(-1 1)"><rect x="-40" y="5" width="10" height="20"/></g>',
  zoom: '<g style="zoom:2"><rect x="5" y="5" width="10" height="10"/></g>',
  image: `<image x="10" y="10" width="30" height="30" href="data:image/png;base64,${px}"/>`,
  "image par": `<image x="10" y="10" width="40" height="20" preserveAspectRatio="none" href="data:image/png;base64,${px}"/>`,
  "image pixelated": `<image x="10" y="10" width="30" height="30" style="image-rendering:pixelated" href="data:image/png;base64,${px}"/>`,
  "image nosize": `<image x="10" y="10" href="data:image/png;base64,${px}"/>`,
  "image svg": `<image x="10" y="10" width="30" height="30" href="data:image/svg+xml;base64,${Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><rect width="1" height="1" fill="red"/></svg>').toString("base64")}"/>`,
  comment: `<!-- ${R}/> --><rect width="5" height="5"/>`,
  foreign:
    '<foreignObject width="50" height="50"><div xmlns="http://www.w3.org/1999/xhtml" style="background:red;width:50px;height:50px"></div></foreignObject>' +
    '<rect width="5" height="5"/>',
  animate: `${R}fill="red"><animate attributeName="fill" values="lime;blue" dur="9s"/></rect>`,
  set: `${R}fill="red"><set attributeName="fill" to="lime"/></rect>`,
  animTransform: `${R}><animateTransform attributeName="transform" type="translate" from="20 0" to="30 0" dur="9s"/></rect>`,
  "css anim": `<style>@keyframes a{from{fill:lime}to{fill:lime}} rect{animation:a 9s infinite}</style>${R}/>`,
  cursor: `${R}style="cursor:pointer;pointer-events:none"/>`,
  a: `<a href="https://e.jp">${R}fill="red"/></a>`,
  "unknown el": `<foo>${R}/></foo><rect width="5" height="5"/>`,
  "ns el":
    '<sodipodi:x xmlns:sodipodi="http://x"><rect width="30" height="30"/></sodipodi:x><rect width="5" height="5"/>',
  prefix: '<svg:rect xmlns:svg="http://www.w3.org/2000/svg" width="30" height="30"/>',
  "style in defs": `<defs><style>rect{fill:lime}</style></defs>${R}/>`,
  "nested style": `<style>g{ rect{fill:lime} }</style><g>${R}/></g>`,
  "import font": `<style>@font-face{font-family:x;src:url(data:font/woff;base64,AAAA)}</style>${R}/>`,
  "css all": `<style>rect{all:unset;fill:lime}</style>${R}/>`,
  "css fill rule": '<path style="fill-rule:evenodd" d="M10 10H50V40H10zM20 18H40V32H20z"/>',
  "bg root": `@root style="background:lime"|${R}/>`,
  "bg color root": `@root style="background-color:#cfc"|${R}/>`,
  "root transform": `@root transform="translate(20 10)"|${R}/>`,
  "root opacity": `@root opacity="0.3"|${R}/>`,
  "root fill": `@root fill="red"|${R}/>`,
  "root class": `@root class="z"|<style>.z{fill:red}</style>${R}/>`,
  "root overflow": `@root overflow="visible"|${R}/>`,
  "root par": `@root preserveAspectRatio="none"|${R}/>`,
  "root clip": `@root style="clip-path:circle(10px)"|${R}/>`,
  "root filter": `@root style="filter:invert(1)"|${R}/>`,
  "root transform css": `@root style="transform:rotate(20deg)"|${R}/>`,
  "root color": `@root color="red"|${R}fill="currentColor"/>`,
};
