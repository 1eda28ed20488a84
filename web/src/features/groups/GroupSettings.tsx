import { Tabs } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePermission } from '../../api/session';
import { TextField } from '../../ui/form/fields';
import { SaveBar } from '../../ui/form/SaveBar';
import { PageHeader } from '../../ui/PageHeader';
import { Panel } from '../../ui/Panel';
import { TabStrip } from '../../ui/TabStrip';
import type { Group } from './api';
import { GradeFields } from './GradeFields';
import { GroupDangerPanel } from './GroupDangerPanel';
import styles from './GroupForm.module.css';
import { groupValues } from './groupForm';
import { TABS } from './groupTabs';
import { InfoFields } from './InfoFields';
import { TagsField } from './ListFields';
import { MetaDataFields } from './MetaDataFields';
import { PrerequisiteFields } from './PrerequisiteFields';
import { RewordDialog } from './RewordDialog';
import { RewordPanel } from './RewordPanel';
import { EmailFields, EvidenceFields, GeneralFields, VisibilityFields } from './SettingFields';
import { TemplatesPanel } from './TemplatesPanel';
import { useGroupForm } from './useGroupForm';
import { useGroupSave } from './useGroupSave';
import { useGroupTab } from './useGroupTab';

/** The settings of one group in tabs. The open tab is in the URL. */
export function GroupSettings({ group }: { group: Group }) {
  const { t } = useTranslation();
  const mayManage = usePermission('manage_groups');
  const form = useGroupForm(groupValues(group));
  const { tab, wrong, open } = useGroupTab(form);
  const { save, question } = useGroupSave(group, form);
  return (
    <form noValidate className={styles.form} onSubmit={(event) => void save(event)}>
      <PageHeader
        title={t('groups.settings.title')}
        back={{ to: `/groups/${group.id}`, label: group.name }}
      />
      <RewordPanel group={group} mayManage={mayManage} />
      <Tabs value={tab} onChange={open} keepMounted={false}>
        <TabStrip open={tab}>
          {TABS.map((one) => (
            <Tabs.Tab
              key={one}
              value={one}
              rightSection={
                wrong.includes(one) && <span className={styles.wrong} title={t('groups.tab.wrong')} />
              }
            >
              {t(`groups.tab.${one}`)}
            </Tabs.Tab>
          ))}
        </TabStrip>
        <fieldset disabled={!mayManage} className={styles.fields}>
          <Tabs.Panel value="info">
            <InfoFields form={form} />
          </Tabs.Panel>
          <Tabs.Panel value="general">
            <GeneralFields form={form} used={group.published_count + group.draft_count > 0} />
            <Panel title={t('groups.form.filing')}>
              <TagsField field={form.field('tags')} />
            </Panel>
          </Tabs.Panel>
          <Tabs.Panel value="visibility">
            <VisibilityFields form={form} />
          </Tabs.Panel>
          <Tabs.Panel value="emails">
            <EmailFields form={form} />
            <TemplatesPanel id={group.id} />
          </Tabs.Panel>
          <Tabs.Panel value="advanced">
            <EvidenceFields form={form} />
            <GradeFields form={form} />
            <Panel title={t('groups.form.lti')}>
              <TextField
                field={form.field('lti_link')}
                description={t('groups.form.ltiLinkHelp')}
                type="url"
                dir="ltr"
                placeholder="https://"
              />
            </Panel>
            <PrerequisiteFields form={form} id={group.id} />
            <MetaDataFields field={form.field('meta_data')} />
            {mayManage && <GroupDangerPanel group={group} />}
          </Tabs.Panel>
        </fieldset>
      </Tabs>
      {question && <RewordDialog {...question} />}
      <SaveBar dirty={form.dirty} busy={form.busy} onReset={() => form.reset()} />
    </form>
  );
}
