import { Tabs } from '@mantine/core';
import { IconFileDescription, IconFolder, IconLayoutGrid, IconPlus, IconStack2 } from '@tabler/icons-react';
import { type ReactNode, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useEditorContext, useView } from '../../state/context/context';
import type { LeftPanel as PanelName } from '../../state/view/view';
import type { Commands } from '../commands/useCommands';
import styles from '../styles/panels.module.css';
import { AddPanel } from './AddPanel';
import gallery from './gallery.module.css';
import { DesignsPanel, DocumentPanel, LayersPanel, TemplatesPanel } from './lazy';

type Panel = { name: PanelName; icon: typeof IconPlus; content: ReactNode };

/** What can be added, designs and templates to start from, the document, and the layers. */
export function LeftPanel({ commands }: { commands: Commands }) {
  const { t } = useTranslation();
  const { view, ports } = useEditorContext();
  const panel = useView((state) => state.panel);
  const { designs, templates, hiddenTabs } = ports;
  const all: (Panel | undefined)[] = [
    { name: 'add', icon: IconPlus, content: <AddPanel commands={commands} /> },
    designs && { name: 'designs', icon: IconFolder, content: <DesignsPanel designs={designs} /> },
    templates && { name: 'templates', icon: IconLayoutGrid, content: <TemplatesPanel load={templates} /> },
    { name: 'document', icon: IconFileDescription, content: <DocumentPanel commands={commands} /> },
    { name: 'layers', icon: IconStack2, content: <LayersPanel commands={commands} /> },
  ];
  const panels = all.filter((one) => one !== undefined && !hiddenTabs?.includes(one.name)) as Panel[];
  return (
    <Tabs
      component="aside"
      aria-label={t('editor.panel.left')}
      className={`${styles.left} ${gallery.left}`}
      orientation="vertical"
      variant="none"
      value={panel}
      keepMounted={false}
      onChange={(next) => view.getState().show({ panel: (next ?? 'add') as PanelName })}
    >
      <Tabs.List className={gallery.rail} aria-label={t('editor.panel.left')}>
        {panels.map(({ name, icon: Icon }) => (
          <Tabs.Tab key={name} value={name} className={gallery.tab}>
            <Icon size={20} stroke={1.6} aria-hidden />
            {t(`editor.panel.${name}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {panels.map(({ name, content }) => (
        <Tabs.Panel key={name} value={name} className={styles.panel}>
          <Suspense>{content}</Suspense>
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
