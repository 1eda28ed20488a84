import { Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MAX_FILE_BYTES } from '../../../api/uploads';
import { useFormat } from '../../../i18n/useFormat';
import { FileDrop } from '../../../ui/form/FileDrop';
import { useFileUpload } from '../../../ui/form/useFileUpload';
import { uploadOwnFile } from './api';

interface OwnFileFieldProps {
  uuid: string;
  /** The name of the current file, or ''. */
  name: string;
  onChosen: (key: string, name: string) => void;
  onSending: (sending: boolean) => void;
}

/** Uploads a file that the recipient adds to their credential. */
export function OwnFileField({ uuid, name, onChosen, onSending }: OwnFileFieldProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const file = useFileUpload({
    upload: (chosen, onProgress) => uploadOwnFile(uuid, chosen, onProgress),
    maxBytes: MAX_FILE_BYTES,
  });
  const send = async (chosen: File) => {
    onSending(true);
    const sent = await file.send(chosen);
    onSending(false);
    if (sent) onChosen(sent.key, chosen.name);
  };
  return (
    <div>
      <FileDrop
        label={t(name ? 'evidence.chooseOther' : 'evidence.chooseFile')}
        help={t('evidence.fileHelp', { size: format.fileSize(MAX_FILE_BYTES) })}
        endings={[]}
        error={file.problem}
        sending={file.sending}
        onFile={(chosen) => void send(chosen)}
      />
      {name && (
        <Text role="status" mt={6}>
          <bdi>{name}</bdi>
        </Text>
      )}
    </div>
  );
}
