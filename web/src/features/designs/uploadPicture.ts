import { ApiError } from '../../api/errors';
import { upload } from '../../api/uploads';
import { UploadRefusal } from '../../editor';

/** Stores a picture for designs and answers its address; a refusal says why in the server's words. */
export async function uploadPicture(file: File, onProgress: (part: number) => void): Promise<string> {
  try {
    return (await upload('templates', file, onProgress)).fileUrl;
  } catch (error) {
    const lines = error instanceof ApiError ? error.lines : [];
    throw lines.length > 0 ? new UploadRefusal(lines.join(' ')) : error;
  }
}
