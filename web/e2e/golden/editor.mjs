import { signIn } from '../support/session.mjs';
import { recordPaint } from './recorder.mjs';

/** The design editor of the running product, signed in as its administrator. */
export async function openEditor(browser, product, { viewport, deviceScaleFactor }) {
  const context = await browser.newContext({ baseURL: product.url, viewport, deviceScaleFactor, locale: 'en', reducedMotion: 'reduce' });
  context.setDefaultTimeout(60_000);
  await context.addInitScript(recordPaint);
  const page = await context.newPage();
  await signIn(page, product.demo);
  return page;
}

/** What lies over the edges of the canvas: rulers and their corner. */
const MARGIN = 32;
const WAIT_MS = 60_000;
/** About as many px of the wheel change the zoom by e. */
const WHEEL_PX = 400;
const TURNS = 12;

/** Goes to a design within the program, as its own links do, and waits until the editor has painted it. */
export async function showDesign(page, id) {
  const shown = await page.evaluate(
    ({ path, wait }) => {
      const old = document.querySelector('[data-canvas] canvas');
      const idx = (window.history.state?.idx ?? 0) + 1;
      window.history.pushState({ idx, key: String(idx) }, '', path);
      window.dispatchEvent(new PopStateEvent('popstate', { state: window.history.state }));
      return window.goldenRest(old, wait);
    },
    { path: `/designs/${id}/edit`, wait: WAIT_MS },
  );
  if (!shown) throw new Error(`the editor did not show design ${id}`);
}

/** Opens a design in a window of its own, so that what was left unsaved in another asks nothing. */
export async function openDesign(context, id) {
  const page = await context.newPage();
  await page.goto(`/designs/${id}/edit`);
  await page.locator('[data-canvas] canvas').first().waitFor();
  if (!(await page.evaluate((wait) => window.goldenRest(null, wait), WAIT_MS))) throw new Error(`the editor did not show design ${id}`);
  return page;
}

/** Brings the page to a zoom as a person does: to its real size by key, and from there by the wheel. */
export async function zoomTo(page, zoom) {
  await page.locator('[data-canvas]').focus();
  await page.keyboard.press('1');
  const { x, y, width, height } = await page.locator('[data-canvas]').boundingBox();
  await page.mouse.move(x + width / 2, y + height / 2);
  const real = await sheetWidth(page);
  for (let turn = 0; turn < TURNS; turn++) {
    const missing = Math.log((real * zoom) / (await sheetWidth(page)));
    if (Math.abs(missing) < 0.002) break;
    await page.keyboard.down('Control');
    await page.mouse.wheel(0, Math.round(-missing * WHEEL_PX));
    await page.keyboard.up('Control');
    await page.evaluate(() => window.goldenRest(null, 5000));
  }
  await page.evaluate(() => window.goldenRest(null, 5000));
  return (await sheetWidth(page)) / real;
}

const sheetWidth = (page) => page.evaluate(() => Number.parseFloat(document.querySelector('[data-sheet]').style.width));

/** A picture of the page as far as it lies within the window, and where on the page it begins, in px of the device. */
export async function pictureOfPage(page) {
  const { sheet, room, ratio } = await page.evaluate(() => {
    const box = (selector) => document.querySelector(selector).getBoundingClientRect().toJSON();
    return { sheet: box('[data-sheet]'), room: box('[data-canvas]'), ratio: window.devicePixelRatio };
  });
  const from = { x: Math.max(sheet.left, room.left + MARGIN), y: Math.max(sheet.top, room.top + MARGIN) };
  const to = { x: Math.min(sheet.right, room.right - MARGIN), y: Math.min(sheet.bottom, room.bottom - MARGIN) };
  const clip = { ...from, width: Math.floor(to.x - from.x), height: Math.floor(to.y - from.y) };
  const png = await page.screenshot({ clip, scale: 'device', animations: 'allow' });
  const offset = { x: Math.round((from.x - sheet.left) * ratio), y: Math.round((from.y - sheet.top) * ratio) };
  return { png, offset };
}
