import { Alert, Modal, Text } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { frameReader } from './qr';
import styles from './verification.module.css';

const PAUSE = 150; // milliseconds between two frames that are looked at

type Trouble = 'denied' | 'missing';

interface CameraScanProps {
  onFound: (text: string) => void;
  onClose: () => void;
}

/** Shows the camera until it reads a QR code. Frames stay in the browser, and closing the dialog turns the camera off. */
export function CameraScan({ onFound, onClose }: CameraScanProps) {
  const { t } = useTranslation();
  const [trouble, setTrouble] = useState<Trouble | null>(null);
  const [running, setRunning] = useState(false);
  const [video, setVideo] = useState<HTMLVideoElement | null>(null);
  const found = useRef(onFound);
  found.current = onFound;

  useEffect(() => {
    if (!video) return;
    return watch(video, {
      onStart: () => setRunning(true),
      onFound: (text) => found.current(text),
      onTrouble: setTrouble,
    });
  }, [video]);
  return (
    <Modal
      opened
      onClose={onClose}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
      title={t('public.verify.camera.title')}
      size={520}
    >
      {trouble ? (
        <Alert color="yellow" role="alert">
          {t(`public.verify.camera.${trouble}`)}
        </Alert>
      ) : (
        <>
          <video
            ref={setVideo}
            muted
            playsInline
            className={styles.camera}
            aria-label={t('public.verify.camera.title')}
          />
          <Text size="sm" c="dimmed" mt="sm" role="status">
            {t(running ? 'public.verify.camera.help' : 'public.verify.camera.starting')}
          </Text>
        </>
      )}
    </Modal>
  );
}

interface Watching {
  onStart: () => void;
  onFound: (text: string) => void;
  onTrouble: (trouble: Trouble) => void;
}

/** Opens the camera and reads its frames until one has a QR code. The returned function stops both. */
function watch(video: HTMLVideoElement, { onStart, onFound, onTrouble }: Watching): () => void {
  let stream: MediaStream | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  let over = false;
  const stop = () => {
    over = true;
    clearInterval(timer);
    for (const track of stream?.getTracks() ?? []) track.stop();
  };
  const start = async () => {
    stream = await navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: 1280 } },
    });
    const read = await frameReader();
    if (over) return stop();
    video.srcObject = stream;
    await video.play();
    onStart();
    timer = setInterval(() => {
      const text = read(video);
      if (!text) return;
      stop();
      onFound(text);
    }, PAUSE);
  };
  start().catch((error: unknown) => {
    if (over) return;
    stop();
    onTrouble(error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'missing');
  });
  return stop;
}
