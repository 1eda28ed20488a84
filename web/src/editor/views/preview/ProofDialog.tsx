import { ActionIcon, Alert, Button, Group, Modal, SegmentedControl, Skeleton, Tooltip } from '@mantine/core';
import { IconFileDownload, IconMinus, IconPlus, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../../i18n/useFormat';
import { saveBlob } from '../../../lib/saveBlob';
import { savedDesign } from '../../core/document/sheet';
import { pageBox } from '../../core/primitives/sizes';
import { useEditorContext } from '../../state/context/context';
import { useShown } from '../../state/context/useShown';
import type { PreviewPort, ProofForm } from '../../state/ports/preview';
import styles from './ProofDialog.module.css';
import { messageOf, type ProofState, useProof } from './useProof';

const ZOOMS = [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4];
const REAL = 1;
const VIEWS = ['picture', 'pdf'] as const;

type View = (typeof VIEWS)[number];

/** The server's rendering of the current design, saved or not: its picture, and the files for recipients and printers. */
export function ProofDialog({ port, onClose }: { port: PreviewPort; onClose: () => void }) {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const shown = useShown();
  const [order] = useState(() => {
    const { sheet } = store.getState();
    return {
      sheet: { name: sheet.name.trim(), design: savedDesign(sheet) },
      recipient: shown.recipient?.id ?? null,
      values: shown.values,
    };
  });
  const [view, setView] = useState<View>('picture');
  const [opened, setOpened] = useState(false);
  const picture = useProof(port, order, 'picture');
  const pdf = useProof(port, order, opened ? 'pdf' : null);
  const { proof, retry } = view === 'pdf' ? pdf : picture;
  const file = (form: ProofForm) => port.proof({ ...order, form }, new AbortController().signal);
  const change = (next: View) => {
    setView(next);
    setOpened(opened || next === 'pdf');
  };
  const [zoom, setZoom] = useState(REAL);
  const { width, height } = pageBox(order.sheet.design);
  const who = shown.label ?? t('editor.preview.proof.tags');
  return (
    <Modal
      opened
      onClose={onClose}
      size="min(1240px, 94vw)"
      title={t('editor.preview.proof.title')}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <p className={styles.note}>{t('editor.preview.proof.note', { who })}</p>
      <Group justify="space-between" gap="xs" my="sm">
        <Group gap="xs">
          {/* Phones have no room for a file in a page; they keep the picture. */}
          {navigator.pdfViewerEnabled && (
            <SegmentedControl
              size="xs"
              aria-label={t('editor.preview.proof.views')}
              value={view}
              onChange={(next) => change(next as View)}
              data={VIEWS.map((value) => ({ value, label: t(`editor.preview.proof.view.${value}`) }))}
            />
          )}
          {view === 'picture' && <Zoom zoom={zoom} onZoom={setZoom} />}
        </Group>
        <Group gap="xs">
          <FileButton form="pdf" file={file} name={order.sheet.name} />
          <FileButton form="print" file={file} name={order.sheet.name} />
        </Group>
      </Group>
      {proof.state === 'failed' && (
        <Alert color="red" role="alert" title={t('editor.preview.proof.failed')}>
          <p className={styles.note}>{proof.message}</p>
          <Button size="compact-sm" variant="default" mt="xs" onClick={retry}>
            {t('editor.preview.proof.retry')}
          </Button>
        </Alert>
      )}
      {view === 'pdf' ? (
        <Pdf proof={proof} label={t('editor.preview.proof.file', { who })} />
      ) : (
        <Picture
          proof={proof}
          label={t('editor.preview.proof.picture', { who })}
          size={{ width: width * zoom, height: height * zoom }}
        />
      )}
    </Modal>
  );
}

type PictureProps = { proof: ProofState; label: string; size: { width: number; height: number } };

function Picture({ proof, label, size }: PictureProps) {
  return (
    <section
      className={styles.ground}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: arrow keys scroll what is larger than the window
      tabIndex={0}
      aria-label={label}
      dir="ltr"
    >
      {proof.state === 'loading' && <Skeleton {...size} aria-busy="true" className={styles.page} />}
      {proof.state === 'shown' && (
        <img className={styles.page} src={proof.address} alt={label} style={size} />
      )}
    </section>
  );
}

/** The file that recipients get, in the browser's PDF viewer. */
function Pdf({ proof, label }: { proof: ProofState; label: string }) {
  if (proof.state === 'failed') return null;
  if (proof.state === 'loading') return <Skeleton className={styles.file} aria-busy="true" />;
  // Fits the whole page at first, and hides the page list for the only page.
  return <iframe className={styles.file} src={`${proof.address}#view=Fit&navpanes=0`} title={label} />;
}

function Zoom({ zoom, onZoom }: { zoom: number; onZoom: (zoom: number) => void }) {
  const { t } = useTranslation();
  const format = useFormat();
  const at = ZOOMS.indexOf(zoom);
  const step = (by: number) => onZoom(ZOOMS[at + by] ?? zoom);
  return (
    <Group gap={4}>
      <Tooltip label={t('editor.bar.zoomOut')}>
        <ActionIcon aria-label={t('editor.bar.zoomOut')} disabled={at === 0} onClick={() => step(-1)}>
          <IconMinus size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Button size="compact-sm" variant="default" miw={72} onClick={() => onZoom(REAL)}>
        {format.percent(zoom)}
      </Button>
      <Tooltip label={t('editor.bar.zoomIn')}>
        <ActionIcon
          aria-label={t('editor.bar.zoomIn')}
          disabled={at === ZOOMS.length - 1}
          onClick={() => step(1)}
        >
          <IconPlus size={16} aria-hidden />
        </ActionIcon>
      </Tooltip>
    </Group>
  );
}

type FileButtonProps = { form: 'pdf' | 'print'; file: (form: ProofForm) => Promise<Blob>; name: string };

function FileButton({ form, file, name }: FileButtonProps) {
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const [busy, setBusy] = useState(false);
  const Icon = form === 'pdf' ? IconFileDownload : IconPrinter;
  const download = async () => {
    setBusy(true);
    try {
      saveBlob(await file(form), `${name}${form === 'print' ? `-${form}` : ''}.pdf`);
    } catch (error) {
      ports.tell(messageOf(error) || t('editor.preview.proof.failed'), 'warning');
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip label={t(`editor.preview.proof.${form}Hint`)}>
      <Button
        size="compact-md"
        variant="default"
        leftSection={<Icon size={16} aria-hidden />}
        loading={busy}
        onClick={() => void download()}
      >
        {t(`editor.preview.proof.${form}`)}
      </Button>
    </Tooltip>
  );
}
