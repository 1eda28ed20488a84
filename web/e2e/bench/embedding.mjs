import { api } from '../support/api.mjs';
import { startHost } from '../support/host.mjs';
import { gridOf, saveDesign } from './designs.mjs';
import { quiet } from './quiet.mjs';

const ROUNDS = 5;

/** From the address until the first painted text, with nothing cached: the dashboard's editor and the design maker in turns. */
export async function embedAndPlain(browser, signedIn, product) {
  const call = api(product.url, product.demo.api_key);
  const host = (await startHost()).origin();
  await call('POST', '/embed/origins', { origin: host });
  const id = await saveDesign(product, 'Embedded', gridOf(20));
  await quiet();
  const storageState = await signedIn.context().storageState();
  const [plain, embed] = [[], []];
  for (let round = 0; round < ROUNDS; round++) {
    plain.push(await timed(browser, { storageState }, (page) => page.goto(`${product.url}/designs/${id}/edit`)));
    const scopes = ['design.read', 'design.write'];
    const { url } = await call('POST', '/embed/sessions', { design_id: id, allowed_origin: host, scopes });
    embed.push(
      await timed(browser, {}, async (page) => {
        await page.goto(host);
        await page.evaluate((src) => window.show(src), url);
      }),
    );
  }
  return { plain, embed };
}

async function timed(browser, options, go) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
  try {
    await context.addInitScript(announceText);
    const page = await context.newPage();
    const painted = new Promise((resolve) => page.exposeBinding('benchPainted', resolve));
    const begun = performance.now();
    await go(page);
    await painted;
    return performance.now() - begun;
  } finally {
    await context.close();
  }
}

/** Runs in every frame: tells when the canvas of the editor has its first text. */
function announceText() {
  const { fillText } = CanvasRenderingContext2D.prototype;
  let told = false;
  CanvasRenderingContext2D.prototype.fillText = function (...line) {
    if (!told && this.canvas.closest('[data-canvas]')) {
      told = true;
      window.benchPainted();
    }
    return fillText.apply(this, line);
  };
}
