import { readJob } from './job';
import { Recent } from './recent';
import { layPages } from './render';
import { shoot } from './surface';
import { type PictureLooks, plain, shootTiled } from './tiles';

/** Files that pages showed lately: most designs show the same on every page. */
const files = new Recent<HTMLImageElement>(8);

async function load(href: string): Promise<HTMLImageElement> {
  const known = files.get(href);
  if (known) return known;
  const image = new Image();
  // A canvas with a picture of another host cannot be read, unless that host allows it.
  image.crossOrigin = 'anonymous';
  image.src = href;
  await image.decode();
  if (image.naturalWidth === 0) throw new Error('the picture has no size');
  files.set(href, image);
  return image;
}

/** Pictures the only page of a job, as `shootTiled` tells or in base64. */
export async function picture(input: unknown, looks: PictureLooks): Promise<string> {
  const job = readJob(input);
  const images = new Map<string, HTMLImageElement>();
  const { pages } = await layPages(job, async (href) => {
    const image = await load(href);
    images.set(href, image);
    return { href, width: image.naturalWidth, height: image.naturalHeight };
  });
  const [page] = pages;
  if (!page) throw new Error('invalid_job: pages');
  const find = (href: string) => images.get(href);
  return looks.tiles
    ? shootTiled(job, page, looks, looks.tiles.id, find)
    : shoot(page, plain(looks), job.lang, find);
}
