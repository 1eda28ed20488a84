import { Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { FileDrop } from '../../../ui/form/FileDrop';
import { uploadOwnFile } from './api';

/** The server's size limit for files of any type. */
const MAX_BYTES = 20 * 1024 * 1024;

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
  const [sending, setSending] = useState<{ name: string; part: number }>();
  const [problem, setProblem] = useState('');
  const send = async (file: File) => {
    if (file.size > MAX_BYTES) {
      setProblem(t('problem.fileTooLarge', { size: format.fileSize(MAX_BYTES) }));
      return;
    }
    setProblem('');
    setSending({ name: file.name, part: 0 });
    onSending(true);
    try {
      const sent = await uploadOwnFile(uuid, file, (part) => setSending({ name: file.name, part }));
      onChosen(sent.key, file.name);
    } catch {
      setProblem(t('problem.upload'));
    } finally {
      setSending(undefined);
      onSending(false);
    }
  };
  return (
    <div>
      <FileDrop
        label={t(name ? 'evidence.chooseOther' : 'evidence.chooseFile')}
        help={t('evidence.fileHelp', { size: format.fileSize(MAX_BYTES) })}
        endings={[]}
        error={problem}
        {...(sending && { sending })}
        onFile={(file) => void send(file)}
      />
      {name && (
        <Text role="status" mt={6}>
          <bdi>{name}</bdi>
        </Text>
      )}
    </div>
  );
}
