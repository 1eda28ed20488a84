import { Button, Group, Slider, Stack, Text } from '@mantine/core';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError } from '../../../api/errors';
import { Modal } from '../../../ui/dialog/Modal';
import { toast } from '../../../ui/toast/toast';
import { setPhoto } from './api';
import { centred, cropOf, type Section, type Size, shifted, sideOf, zoomed } from './crop';
import styles from './profile.module.css';
import { useSaved } from './useSaved';

/** How far an arrow key moves the picture, as a share of the section. */
const STEP = 0.03;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

interface CropDialogProps {
  file: File;
  onClose: () => void;
}

/** Chooses a square of a picture, and saves it as the photo. */
export function CropDialog({ file, onClose }: CropDialogProps) {
  const { t } = useTranslation();
  const saved = useSaved();
  const [address, setAddress] = useState('');
  const [size, setSize] = useState<Size | null>(null);
  const [section, setSection] = useState<Section>({ x: 0, y: 0, zoom: 1 });
  const [busy, setBusy] = useState(false);
  const area = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);

  const unreadable = () => {
    toast.formWarning(t('profile.photo.unreadable'), []);
    onClose();
  };
  const save = async () => {
    if (!size) return;
    setBusy(true);
    try {
      saved(await setPhoto(file, cropOf(section, size)));
      toast.success(t('profile.photo.saved'));
      onClose();
    } catch (error) {
      toast.formWarning((error instanceof ApiError && error.lines[0]) || t('profile.photo.failed'), []);
      setBusy(false);
    }
  };
  /** Moves the section by shares of its side. */
  const shift = (dx: number, dy: number) => size && setSection((now) => shifted(now, size, dx, dy));
  const drag = (event: PointerEvent<HTMLDivElement>) => {
    if (event.buttons !== 1) return;
    const width = area.current?.clientWidth ?? 1;
    shift(-event.movementX / width, -event.movementY / width);
  };
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    shift(...by);
  };
  const side = size ? sideOf(section, size) : 1;
  return (
    <Modal opened onClose={onClose} title={t('profile.photo.crop')}>
      <Stack gap="md">
        <Text size="sm" c="dimmed">
          {t('profile.photo.cropHelp')}
        </Text>
        {/* biome-ignore lint/a11y/useSemanticElements: no element selects a part of a picture */}
        <div
          ref={area}
          role="group"
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the picture
          tabIndex={0}
          aria-label={t('profile.photo.area')}
          className={styles.crop}
          onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
          onPointerMove={drag}
          onKeyDown={press}
        >
          {address && (
            <img
              src={address}
              alt=""
              draggable={false}
              style={
                size
                  ? {
                      width: `${(100 * size.width) / side}%`,
                      left: `${(-100 * section.x) / side}%`,
                      top: `${(-100 * section.y) / side}%`,
                    }
                  : { width: '100%' }
              }
              onLoad={({ currentTarget: { naturalWidth: width, naturalHeight: height } }) => {
                if (width === 0 || height === 0) return unreadable();
                setSize({ width, height });
                setSection(centred({ width, height }));
              }}
              onError={unreadable}
            />
          )}
        </div>
        <div>
          <Text size="sm" id="photo-zoom">
            {t('profile.photo.zoom')}
          </Text>
          <Slider
            min={1}
            max={4}
            step={0.1}
            label={null}
            value={section.zoom}
            thumbProps={{ 'aria-labelledby': 'photo-zoom' }}
            onChange={(zoom) => size && setSection((now) => zoomed(now, size, zoom))}
          />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {t('ui.dialog.cancel')}
          </Button>
          <Button loading={busy} disabled={!size} onClick={() => void save()}>
            {t('profile.photo.use')}
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
