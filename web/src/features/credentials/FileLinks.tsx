import { Anchor, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../api/errors';
import { saveBlob } from '../../lib/saveBlob';
import { toast } from '../../ui/toast/toast';
import { badgeFile, type Credential, certificateFile } from './api';
import { RecordDialog } from './RecordDialog';

/** States of credentials that a learner record can contain. */
const ACHIEVED = new Set(['published', 'expired']);

interface FileLink {
  form: 'pdf' | 'print' | 'marked' | 'badge';
  /** The file name for saving. */
  name: string;
  read: () => Promise<Blob>;
}

/**
 * All downloads of a credential. Files are fetched with the user's session, because a group may not offer them to the public.
 */
export function FileLinks({ credential }: { credential: Credential }) {
  const { t } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  const [recording, setRecording] = useState(false);
  const { encoded_id: id } = credential;
  const certificate = credential.certificate.image.preview;
  const files: FileLink[] = [
    ...(certificate
      ? [
          { form: 'pdf' as const, name: `${id}.pdf`, read: () => certificateFile(credential, 'pdf') },
          {
            form: 'print' as const,
            name: `${id}-print.pdf`,
            read: () => certificateFile(credential, 'print'),
          },
          {
            form: 'marked' as const,
            name: `${id}-print.pdf`,
            read: () => certificateFile(credential, 'marked'),
          },
        ]
      : []),
    ...(credential.badge.image.preview
      ? [{ form: 'badge' as const, name: `${id}-badge.png`, read: () => badgeFile(credential) }]
      : []),
  ];
  const save = async ({ form, name, read }: FileLink) => {
    setBusy(form);
    try {
      saveBlob(await read(), name);
    } catch (error) {
      toast.formWarning(t('credentials.links.failed'), error instanceof ApiError ? error.lines : []);
    } finally {
      setBusy(null);
    }
  };
  return (
    <Group gap="sm">
      {files.map((file) => (
        <Anchor
          key={file.form}
          component="button"
          type="button"
          inherit
          aria-busy={busy === file.form}
          onClick={() => void (busy === null && save(file))}
        >
          {t(`credentials.links.${file.form}`)}
        </Anchor>
      ))}
      {certificate && (
        <Anchor href={certificate} download inherit>
          {t('credentials.links.picture')}
        </Anchor>
      )}
      {ACHIEVED.has(credential.state) && (
        <Anchor component="button" type="button" inherit onClick={() => setRecording(true)}>
          {t('credentials.record.action')}
        </Anchor>
      )}
      {recording && <RecordDialog credential={credential} onClose={() => setRecording(false)} />}
    </Group>
  );
}
