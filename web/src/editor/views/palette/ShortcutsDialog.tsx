import { Modal, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { ACTIONS } from '../commands/shortcuts';
import styles from '../styles/Editor.module.css';
import { Keys } from './Keys';

/** All shortcuts of the editor, from the table that the key handling reads. */
export function ShortcutsDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <Modal
      opened
      onClose={onClose}
      title={t('editor.shortcut.title')}
      size={560}
      closeButtonProps={{ 'aria-label': t('ui.dialog.close') }}
    >
      <table className={styles.keys}>
        <tbody>
          {ACTIONS.map(
            ({ name, chords }) =>
              chords && (
                <tr key={name}>
                  <th scope="row">{t(`editor.shortcut.${name}`)}</th>
                  <td>
                    <Keys chords={chords} />
                  </td>
                </tr>
              ),
          )}
        </tbody>
      </table>
      <Text fz="xs" c="dimmed" mt="sm">
        {t('editor.shortcut.mouse')}
      </Text>
    </Modal>
  );
}
