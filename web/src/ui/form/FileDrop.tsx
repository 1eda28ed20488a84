import { Button, FileButton, Input, Progress, Text } from '@mantine/core';
import { IconFileSpreadsheet, IconFileUpload } from '@tabler/icons-react';
import { type DragEvent, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import styles from './FileDrop.module.css';

interface FileDropProps {
  /** The label of the button, such as "Choose a spreadsheet". */
  label: string;
  /** The accepted file types and the size limit. */
  help: string;
  /** The accepted file extensions, such as ".csv". */
  endings: readonly string[];
  /** The error of the last file. */
  error?: string;
  /** The last accepted file. */
  chosen?: { name: string; size: string };
  /** The file that is being uploaded, and its progress from 0 to 1. */
  sending?: { name: string; part: number };
  onFile: (file: File) => void;
}

/** A drop zone for one file, with a button to choose one. The parent validates the file. */
export function FileDrop({ label, help, endings, error, chosen, sending, onFile }: FileDropProps) {
  const { t } = useTranslation();
  const [over, setOver] = useState(false);
  const about = useId();

  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !sending) onFile(file);
  };
  return (
    <div>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has the button beside it for every other way */}
      <div
        className={styles.zone}
        data-over={over || undefined}
        data-wrong={error ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        {sending ? (
          <div className={styles.sending}>
            <Text role="status" mb={8}>
              {t('ui.drop.uploading', { file: sending.name })}
            </Text>
            <Progress
              value={sending.part * 100}
              aria-label={t('ui.drop.uploading', { file: sending.name })}
            />
          </div>
        ) : (
          <>
            {chosen ? (
              <Text fw={500} className={styles.chosen} role="status">
                <IconFileSpreadsheet size={18} stroke={1.6} aria-hidden />
                <bdi>{chosen.name}</bdi> <span>{chosen.size}</span>
              </Text>
            ) : (
              <IconFileUpload size={28} stroke={1.4} aria-hidden />
            )}
            <div>
              <FileButton accept={endings.join(',')} onChange={(file) => file && onFile(file)}>
                {(props) => (
                  <Button {...props} variant="default" aria-describedby={about}>
                    {label}
                  </Button>
                )}
              </FileButton>{' '}
              <span className={styles.or}>{t('ui.drop.or')}</span>
            </div>
            <Text id={about} c="dimmed" fz="sm">
              {help}
            </Text>
          </>
        )}
      </div>
      {error && (
        <Input.Error mt={6} role="alert">
          {error}
        </Input.Error>
      )}
    </div>
  );
}
