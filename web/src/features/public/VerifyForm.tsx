import { Anchor, Button, FileButton, Text, Textarea } from '@mantine/core';
import { IconFileUpload, IconQrcode } from '@tabler/icons-react';
import {
  type ClipboardEvent,
  type DragEvent,
  type FormEvent,
  type KeyboardEvent,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../i18n/useFormat';
import { CameraScan } from './CameraScan';
import { readQR } from './qr';
import styles from './verification.module.css';

const MAX_BYTES = 8 * 1024 * 1024;
const ACCEPTED = '.png,.svg,.pdf,.json,.jsonld,.jwt,.txt,image/*,application/json,application/pdf';

interface VerifyFormProps {
  first: string;
  busy: boolean;
  onAsk: (handed: { text: string } | { file: File }) => void;
}

/** One field for typed or pasted input, and a drop zone for files. */
export function VerifyForm({ first, busy, onAsk }: VerifyFormProps) {
  const { t } = useTranslation();
  const format = useFormat();
  const [text, setText] = useState(first);
  const [problem, setProblem] = useState('');
  const [over, setOver] = useState(false);
  const [scanning, setScanning] = useState(false);
  const field = useRef<HTMLTextAreaElement>(null);

  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    const asked = text.trim();
    setProblem(asked === '' ? t('public.verify.empty') : '');
    if (asked === '') field.current?.focus();
    else onAsk({ text: asked });
  };
  const take = async (file: File | null | undefined) => {
    setOver(false);
    if (!file) return;
    const tooLarge = file.size > MAX_BYTES;
    // An image that is too large to upload may still show a QR code, which is read in the browser.
    const shown = tooLarge && file.type.startsWith('image/') ? await readQR(file) : null;
    const refusal = file.type.startsWith('image/') ? 'public.verify.noQR' : 'public.verify.tooLarge';
    setProblem(tooLarge && !shown ? t(refusal, { size: format.fileSize(MAX_BYTES) }) : '');
    if (tooLarge && !shown) return;
    setText('');
    onAsk(shown ? { text: shown } : { file });
  };
  const paste = (event: ClipboardEvent) => {
    const [file] = event.clipboardData.files;
    if (!file) return;
    event.preventDefault();
    void take(file);
  };
  const drag = (event: DragEvent) => {
    event.preventDefault();
    setOver(true);
  };
  const enter = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    submit();
  };
  return (
    <form
      noValidate
      className={styles.form}
      onSubmit={submit}
      onDragOver={drag}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        void take(event.dataTransfer.files[0]);
      }}
    >
      <Textarea
        ref={field}
        size="md"
        dir="auto"
        autosize
        minRows={1}
        maxRows={8}
        spellCheck={false}
        label={t('public.verify.label')}
        placeholder={t('public.verify.placeholder')}
        value={text}
        error={problem}
        onKeyDown={enter}
        onPaste={paste}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setProblem('');
        }}
      />
      <div className={styles.zone} data-over={over || undefined}>
        <IconFileUpload size={22} stroke={1.6} aria-hidden />
        <div>
          {t('public.verify.drop')}{' '}
          <FileButton accept={ACCEPTED} onChange={take}>
            {(props) => (
              <button type="button" className={styles.choose} {...props}>
                {t('public.verify.choose')}
              </button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t('public.verify.kinds')}
          </Text>
        </div>
      </div>
      {scanning && (
        <CameraScan
          onClose={() => setScanning(false)}
          onFound={(seen) => {
            setScanning(false);
            setText('');
            onAsk({ text: seen });
          }}
        />
      )}
      <div className={styles.actions}>
        <Button type="submit" size="md" loading={busy}>
          {t('public.verify.submit')}
        </Button>
        {'mediaDevices' in navigator && (
          <Button
            size="md"
            variant="default"
            leftSection={<IconQrcode size={20} stroke={1.6} aria-hidden />}
            onClick={() => setScanning(true)}
          >
            {t('public.verify.camera.open')}
          </Button>
        )}
        <Anchor href="/verifier.html" download size="sm">
          {t('public.verify.offline')}
        </Anchor>
      </div>
    </form>
  );
}
