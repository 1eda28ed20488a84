// Makes the pictures of certificates that the QR readers of server and browser are tested with: node scripts/qr-fixtures.mjs
// A certificate is rendered in Chrome, and then seen as scanners, phones and screenshots see it.
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import encodeQR from 'qr';

const FOLDER = join(import.meta.dirname, '../../internal/formats/qr/testdata');
const LINK = 'https://credentials.example.edu/0f8fad5b-d9cb-469f-a165-70867728950e';
const [WIDTH, HEIGHT] = [1123, 794]; // A4 in CSS pixels

const certificate = `<div class="certificate">
  <h1>Certificate of Achievement</h1><p>This certifies that</p><h2>Amina Okonkwo</h2>
  <p>has completed the course</p><h3>Foundations of Textile Conservation</h3>
  <p class="small">Awarded on 12 March 2026 by the Northern Guild of Weavers. Grade: with distinction.</p>
  <div class="line">Director of Studies</div><div class="seal"></div><div class="qr">${encodeQR(LINK, 'svg', { border: 2 })}</div>
</div>`;

const style = `
  body { margin: 0; background: #fff; font-family: serif; overflow: hidden }
  .certificate { box-sizing: border-box; position: relative; width: ${WIDTH}px; height: ${HEIGHT}px; padding: 70px; text-align: center;
    background: #fffdf7; border: 22px double #8a6d2f; color: #222 }
  h1 { font-size: 54px; margin: 20px } h2 { font-size: 46px; font-style: italic; margin: 16px } h3 { font-size: 32px; margin: 12px }
  p { font-size: 22px; margin: 8px } .small { font-size: 15px }
  .line { position: absolute; left: 120px; bottom: 90px; width: 260px; border-top: 1px solid; font-size: 15px }
  .seal { position: absolute; left: 480px; bottom: 60px; width: 120px; height: 120px; border-radius: 60px; background: repeating-conic-gradient(#b8902f 0 10deg, #d9b75a 0 20deg) }
  .qr { position: absolute; right: 80px; bottom: 60px; width: 95px; height: 95px; background: #fff } .qr svg { display: block }
  .photo { width: 1400px; height: 1000px; background: #6b5a48; perspective: 1600px; display: grid; place-items: center }
  .noise { position: fixed; inset: 0; pointer-events: none }
  .shade { position: fixed; inset: 0; background: linear-gradient(115deg, #0000 30%, #000a) }
  .window { padding: 60px 40px 40px; background: #20242c } .window .bar { height: 44px; margin-bottom: 24px; background: #3a4150; border-radius: 8px }`;

const noise = (strength) => `<svg class="noise" width="100%" height="100%"><filter id="n"><feTurbulence baseFrequency="0.8" seed="7"/>
  <feColorMatrix values="0 0 0 0 0  0 0 0 0 0  0 0 0 0 0  ${strength} 0 0 0 -0.1"/></filter><rect width="100%" height="100%" filter="url(#n)"/></svg>`;

/** A scan: the whole page at some dots an inch. */
const scan = (dpi, { css = '', over = '', quality = 40 } = {}) => ({
  html: `<div style="${css}">${certificate}</div>${over}`, size: [WIDTH, HEIGHT], scale: dpi / 96, quality,
});
/** A photo: the certificate lies on a table. */
const photo = (css, { over = '', quality = 45, scale = 1 } = {}) => ({
  html: `<div class="photo"><div style="${css}">${certificate}</div></div>${over}`, size: [1400, 1000], scale, quality,
});
/** A screenshot: the page of the credential in a window. */
const screenshot = (zoom, scale, { css = '', quality = 60 } = {}) => ({
  html: `<div class="window" style="${css}"><div class="bar"></div><div style="zoom:${zoom}">${certificate}</div></div>`,
  size: [1280, 980], scale, quality,
});

const PICTURES = {
  'scan-100dpi': scan(100),
  'scan-150dpi': scan(150),
  'scan-200dpi': scan(200),
  'scan-300dpi': scan(300, { quality: 25 }),
  'scan-skewed': scan(150, { css: 'rotate: 3deg; scale: .93' }),
  'scan-upside-down': scan(150, { css: 'rotate: 180deg' }),
  'scan-grey-noise': scan(150, { css: 'filter: grayscale(1) contrast(.7)', over: noise(0.5), quality: 30 }),
  'scan-faded': scan(150, { css: 'opacity: .4' }),
  'photo-flat': photo('scale: .9'),
  'photo-tilted': photo('transform: rotateX(30deg) scale(.95)'),
  'photo-from-the-side': photo('transform: rotateY(35deg) scale(.95)'),
  'photo-tilted-both': photo('transform: rotateX(24deg) rotateY(-24deg) rotateZ(8deg)'),
  'photo-turned': photo('rotate: 45deg; scale: .75', { scale: 1.5, quality: 35 }),
  'photo-in-shade': photo('rotate: -5deg; scale: .9', { over: '<div class="shade"></div>' }),
  'photo-blurred': photo('filter: blur(1px); scale: .95', { scale: 1.5, quality: 35 }),
  'photo-blurred-more': photo('filter: blur(1.5px) contrast(.8); rotate: 4deg; scale: 1.1', { scale: 1.5, quality: 35 }),
  'photo-noisy': photo('transform: rotateX(15deg) rotateZ(-6deg)', { over: noise(0.6), quality: 30 }),
  'screenshot-full': screenshot(1, 1),
  'screenshot-small': screenshot(0.75, 1.25, { quality: 75 }),
  'screenshot-dark': screenshot(0.8, 2, { css: 'filter: brightness(.55)', quality: 30 }),
};

const browser = await chromium.launch({ executablePath: process.env.CHROME_PATH || '/usr/bin/chromium', args: ['--no-sandbox'] });
await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
for (const [name, { html, size, scale, quality }] of Object.entries(PICTURES)) {
  const page = await browser.newPage({ viewport: { width: size[0], height: size[1] }, deviceScaleFactor: scale });
  await page.setContent(`<style>${style}</style>${html}`);
  await page.screenshot({ path: join(FOLDER, `${name}.jpg`), type: 'jpeg', quality });
  await page.close();
}

// The same page as PDFs without an attachment: drawn, and as a scan, whose page is one picture.
const page = await browser.newPage({ viewport: { width: WIDTH, height: HEIGHT }, deviceScaleFactor: 1.6 });
const asPDF = (name) => page.pdf({ path: join(FOLDER, name), width: `${WIDTH}px`, height: `${HEIGHT}px`, printBackground: true, pageRanges: '1' });
await page.setContent(`<style>${style}</style>${certificate}`);
await asPDF('printed.pdf');
const picture = await page.screenshot({ type: 'jpeg', quality: 35 });
await page.setContent(`<style>body{margin:0}img{display:block;width:${WIDTH}px}</style><img src="data:image/jpeg;base64,${picture.toString('base64')}">`);
await page.waitForFunction(() => document.images[0].complete);
await asPDF('scanned.pdf');
await browser.close();
