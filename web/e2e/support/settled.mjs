/** Waits until a page shows its content instead of placeholders, with its fonts and pictures. */
export async function settled(page) {
  await page.waitForFunction(
    () =>
      document.querySelector('h1') !== null &&
      document.querySelector('.mantine-Skeleton-root, [aria-busy="true"]') === null &&
      document.fonts.status === 'loaded' &&
      [...document.images].every((image) => image.complete || image.loading === 'lazy'),
  );
}
