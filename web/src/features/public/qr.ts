const MOST_PIXELS = 2600; // of a side that is looked at

/** Ways to look at a picture: a code that is small, noisy, or seen from the side is often found in the next one. */
const LOOKS = [
  { scale: 1, filter: 'none' },
  { scale: 1.5, filter: 'none' },
  { scale: 1, filter: 'blur(0.6px) contrast(1.6)' },
  { scale: 0.7, filter: 'none' },
] as const;

/** What the QR code in a picture says; null where there is none that can be read. The picture is not sent anywhere. */
export async function readQR(file: Blob): Promise<string | null> {
  try {
    const picture = await createImageBitmap(file);
    const { decodeQR } = await import('qr/decode.js');
    const fit = Math.min(1, MOST_PIXELS / Math.max(picture.width, picture.height));
    for (const { scale, filter } of LOOKS) {
      const text = decodedIn(decodeQR, drawn(picture, fit * scale, filter));
      if (text) return text;
    }
  } catch {
    // no picture, or more than the browser can draw
  }
  return null;
}

/** Reads the QR code in one frame of a camera. */
export async function frameReader(): Promise<(video: HTMLVideoElement) => string | null> {
  const { decodeQR } = await import('qr/decode.js');
  return (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    if (width === 0) return null;
    const context = contextOf(width, height);
    context.drawImage(video, 0, 0);
    return decodedIn(decodeQR, context.getImageData(0, 0, width, height));
  };
}

function decodedIn(decode: (image: ImageData) => string, image: ImageData): string | null {
  try {
    return decode(image) || null;
  } catch {
    return null; // the decoder throws where it finds none
  }
}

function drawn(picture: ImageBitmap, scale: number, filter: string): ImageData {
  const width = Math.max(1, Math.round(picture.width * scale));
  const height = Math.max(1, Math.round(picture.height * scale));
  const context = contextOf(width, height);
  context.imageSmoothingQuality = 'high';
  context.filter = filter;
  context.drawImage(picture, 0, 0, width, height);
  return context.getImageData(0, 0, width, height);
}

function contextOf(width: number, height: number): CanvasRenderingContext2D {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('this browser draws nothing');
  return context;
}
