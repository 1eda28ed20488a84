interface Detector {
  detect: (picture: ImageBitmap) => Promise<{ rawValue: string }[]>;
}

/** What the QR code in a picture says; null where there is none, or where the browser reads none. */
export async function readQR(file: File): Promise<string | null> {
  const Detector = (globalThis as { BarcodeDetector?: new (given: { formats: string[] }) => Detector })
    .BarcodeDetector;
  if (!Detector || !file.type.startsWith('image/')) return null;
  try {
    const picture = await createImageBitmap(file);
    const [first] = await new Detector({ formats: ['qr_code'] }).detect(picture);
    return first?.rawValue ?? null;
  } catch {
    return null; // no picture, or more than the browser can do
  }
}
