import { useQuery } from '@tanstack/react-query';
import { Picture } from '../../../ui/Picture';
import { type Imported, importPictureQuery } from './api';

interface ImportedPictureProps {
  imported: Pick<Imported, 'id' | 'updated_at' | 'has_picture'>;
  width: number | string;
  className?: string | undefined;
}

/** The picture of an imported credential, which only its owner can read. */
export function ImportedPicture({ imported, width, className }: ImportedPictureProps) {
  const { id, updated_at, has_picture } = imported;
  const { data } = useQuery({ ...importPictureQuery(id, updated_at), enabled: has_picture });
  return <Picture src={data} alt="" width={width} className={className ?? ''} />;
}
