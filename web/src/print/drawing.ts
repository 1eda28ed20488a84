import { fontFiles } from '../editor/core/fonts/load';
import { pageBox } from '../editor/core/primitives/sizes';
import { type PrintJob, readJob } from './job';
import { textsOf } from './texts';

async function inside(address: string): Promise<string> {
  const file = await (await fetch(address)).blob();
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The fonts of a job's texts as CSS rules with embedded files. */
async function fontRules(job: PrintJob): Promise<string> {
  const files = await fontFiles([...textsOf(job).unique.values()]);
  const rules = files.map(async ({ family, url, weight, italic, range }) => {
    const style = italic ? 'italic' : 'normal';
    const source = `url(${await inside(url)})`;
    return `@font-face{font-family:"${family}";font-weight:${weight};font-style:${style};unicode-range:${range};src:${source}}`;
  });
  return (await Promise.all(rules)).join('');
}

async function takePictures(svg: SVGSVGElement): Promise<void> {
  const pictures = [...svg.querySelectorAll('image')];
  await Promise.all(
    pictures.map(async (picture) => {
      picture.setAttribute('href', await inside(picture.getAttribute('href') ?? ''));
    }),
  );
}

/** The result of `render` as a self-contained SVG file with embedded fonts and images. */
export async function drawing(input: unknown): Promise<string> {
  const job = readJob(input);
  const shown = document.querySelector<SVGSVGElement>('body > svg');
  if (!shown) throw new Error('invalid_job: nothing is painted');
  const svg = shown.cloneNode(true) as SVGSVGElement;
  const { width, height } = pageBox(job.design);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('lang', job.lang);
  const part = (name: 'title' | 'style', text: string) => {
    const node = document.createElementNS(svg.namespaceURI, name);
    node.textContent = text;
    return node;
  };
  const [rules] = await Promise.all([fontRules(job), takePictures(svg)]);
  svg.prepend(part('title', job.title), part('style', rules));
  return new XMLSerializer().serializeToString(svg);
}
