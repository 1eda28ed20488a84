import { ActionIcon, Button, Menu, TextInput, Tooltip, UnstyledButton } from '@mantine/core';
import {
  IconArrowBackUp,
  IconArrowForwardUp,
  IconKeyboard,
  IconMinus,
  IconPlus,
  IconSearch,
  IconX,
} from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useEditor, useEditorContext, useView } from '../../state/context/context';
import { isUnsaved } from '../../state/editing/store';
import { NAME_FIELD, type Saving } from '../../state/saving/useSave';
import type { ActionContext, ActionName } from '../commands/shortcuts';
import type { Commands } from '../commands/useCommands';
import { useKeyNames } from '../palette/keys';
import { PreviewTools } from '../preview/PreviewTools';
import styles from '../styles/Editor.module.css';

type Icon = typeof IconX;
type Props = { doing: ActionContext; saving: Saving };

/** Name, undo, zoom, preview, save and the way out. */
export function TopBar({ doing, saving }: Props) {
  const { commands } = doing;
  const { t } = useTranslation();
  const { ports } = useEditorContext();
  const canUndo = useEditor(({ history, gesture }) => history.past.length > 0 || gesture !== null);
  const canRedo = useEditor(({ history }) => history.future.length > 0);
  return (
    <header className={styles.bar}>
      {ports.brand}
      <Tool icon={IconX} label={t('editor.bar.close')} onPress={ports.close} />
      <Name />
      <div className={styles.group}>
        <Tool
          icon={IconArrowBackUp}
          label={t('editor.bar.undo')}
          keysOf="undo"
          disabled={!canUndo}
          onPress={commands.undo}
          mirrored
        />
        <Tool
          icon={IconArrowForwardUp}
          label={t('editor.bar.redo')}
          keysOf="redo"
          disabled={!canRedo}
          onPress={commands.redo}
          mirrored
        />
      </div>
      <Zoom commands={commands} />
      <PreviewTools />
      <Tool icon={IconSearch} label={t('editor.shortcut.palette')} keysOf="palette" onPress={doing.palette} />
      <Tool icon={IconKeyboard} label={t('editor.bar.help')} keysOf="help" onPress={doing.help} />
      <SaveButton saving={saving} />
    </header>
  );
}

function Name() {
  const { t } = useTranslation();
  const { store } = useEditorContext();
  const name = useEditor((state) => state.sheet.name);
  const unsaved = useEditor(isUnsaved);
  const wasSaved = useEditor((state) => state.version > 0);
  return (
    <div className={styles.name}>
      <TextInput
        id={NAME_FIELD}
        variant="unstyled"
        aria-label={t('editor.bar.name')}
        placeholder={t('editor.bar.noName')}
        maxLength={255}
        dir="auto"
        value={name}
        error={wasSaved && name.trim() === ''}
        onBlur={() => store.getState().settle()}
        onChange={(event) => {
          const next = event.currentTarget.value;
          store.getState().change('name', (sheet) => ({ ...sheet, name: next }), 'name of the design');
        }}
      />
      <span className={styles.state} role="status">
        {t(unsaved ? 'editor.bar.unsaved' : 'editor.bar.saved')}
      </span>
    </div>
  );
}

function Zoom({ commands }: { commands: Commands }) {
  const { t, i18n } = useTranslation();
  const { hintOf } = useKeyNames();
  const zoom = useView((state) => state.camera.zoom);
  const shown = new Intl.NumberFormat(i18n.language, { style: 'percent' }).format(zoom);
  return (
    <div className={styles.group}>
      <Tool icon={IconMinus} label={t('editor.bar.zoomOut')} keysOf="zoomOut" onPress={commands.zoomOut} />
      <Menu>
        <Menu.Target>
          <UnstyledButton className={styles.zoom} aria-label={t('editor.bar.zoom', { zoom: shown })}>
            {shown}
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item rightSection={hintOf('fit')} onClick={commands.fit}>
            {t('editor.bar.fit')}
          </Menu.Item>
          <Menu.Item rightSection={hintOf('actualSize')} onClick={commands.actualSize}>
            {t('editor.bar.actualSize')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Tool icon={IconPlus} label={t('editor.bar.zoomIn')} keysOf="zoomIn" onPress={commands.zoomIn} />
    </div>
  );
}

function SaveButton({ saving }: { saving: Saving }) {
  const { t } = useTranslation();
  const unsaved = useEditor(isUnsaved);
  const { hintOf } = useKeyNames();
  return (
    <Tooltip label={`${t('editor.bar.save')} (${hintOf('save')})`}>
      <Button
        size="xs"
        loading={saving.busy}
        aria-disabled={!unsaved}
        data-disabled={!unsaved || undefined}
        onClick={() => unsaved && void saving.save()}
      >
        {t('editor.bar.save')}
      </Button>
    </Tooltip>
  );
}

type ToolProps = {
  icon: Icon;
  label: string;
  /** The action whose shortcut the tooltip shows. */
  keysOf?: ActionName;
  disabled?: boolean;
  /** Mirrors the icon in right-to-left languages. */
  mirrored?: boolean;
  onPress: () => void;
};

function Tool({ icon: Icon, label, keysOf, disabled, mirrored, onPress }: ToolProps) {
  const { hintOf } = useKeyNames();
  const hint = keysOf && hintOf(keysOf);
  return (
    <Tooltip label={hint ? `${label} (${hint})` : label}>
      <ActionIcon
        aria-label={label}
        disabled={disabled}
        onClick={onPress}
        className={mirrored ? styles.mirrored : ''}
      >
        <Icon size={18} stroke={1.7} aria-hidden />
      </ActionIcon>
    </Tooltip>
  );
}
