import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useEditorContext, useView } from '../context';
import type { LeftPanel as PanelName } from '../state/view';
import type { Commands } from '../useCommands';
import { AddPanel } from './AddPanel';
import { LayersPanel } from './LayersPanel';
import styles from './panels.module.css';
import { TemplatesPanel } from './TemplatesPanel';

/** What can be put on the page, templates, and the list of what is on it. */
export function LeftPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { view, ports } = useEditorContext();
  const panel = useView((state) => state.panel);
  const shown = (name: PanelName) => !ports.hiddenTabs?.includes(name);
  const templates = shown('templates') ? ports.templates : undefined;
  return (
    <Tabs
      component="aside"
      aria-label={t('editor.panel.left')}
      className={styles.left}
      value={panel}
      keepMounted={false}
      onChange={(next) => view.getState().show({ panel: (next ?? 'add') as PanelName })}
    >
      <Tabs.List grow aria-label={t('editor.panel.left')}>
        <Tabs.Tab value="add">{t('editor.panel.add')}</Tabs.Tab>
        {templates && <Tabs.Tab value="templates">{t('editor.panel.templates')}</Tabs.Tab>}
        {shown('layers') && <Tabs.Tab value="layers">{t('editor.panel.layers')}</Tabs.Tab>}
      </Tabs.List>
      <Tabs.Panel value="add" className={styles.panel}>
        <AddPanel commands={commands} />
      </Tabs.Panel>
      {templates && (
        <Tabs.Panel value="templates" className={styles.panel}>
          <TemplatesPanel templates={templates} />
        </Tabs.Panel>
      )}
      <Tabs.Panel value="layers" className={styles.panel}>
        <LayersPanel commands={commands} />
      </Tabs.Panel>
    </Tabs>
  );
}
