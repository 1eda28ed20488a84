import { Select, Skeleton, Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { wordsOf } from '../../api/errors';
import { isolate } from '../../lib/bidi';
import { dialog } from '../../ui/dialog/dialog';
import { Panel } from '../../ui/Panel';
import { toast } from '../../ui/toast/toast';
import { chooseTemplate, groupTemplatesQuery } from './api';

/** Which email templates a group uses. Types without any active template are left out. */
export function TemplatesPanel({ id }: { id: number }) {
  const { t, i18n } = useTranslation();
  const queries = useQueryClient();
  const { data } = useQuery(groupTemplatesQuery(id));
  const choose = async (type: string, template: number) => {
    try {
      queries.setQueryData(groupTemplatesQuery(id).queryKey, await chooseTemplate(id, type, template));
      toast.success(t('emailTemplates.group.saved'));
    } catch (error) {
      const body = wordsOf(error, t('problem.generic')).join('\n');
      await dialog.warning({ title: t('emailSettings.failed'), body });
    }
  };
  const offered = data?.filter(({ available }) => available.length > 0);
  return (
    <Panel title={t('emailTemplates.group.title')} description={t('emailTemplates.group.lead')}>
      {!offered && <Skeleton height={60} />}
      {offered?.length === 0 && <Text c="dimmed">{t('emailTemplates.group.none')}</Text>}
      {offered?.map(({ type, email_template_id, available }) => {
        const usual = available.find((one) => one.default)?.name;
        const key = `emailTemplates.type.${type}`;
        return (
          <Select
            key={type}
            label={i18n.exists(key) ? t(key as 'emailTemplates.type.delivery') : type}
            data={[
              {
                value: '0',
                label: t('emailTemplates.group.inherit', {
                  name: usual ? isolate(usual) : t('emailTemplates.group.ours'),
                }),
              },
              ...available.map((one) => ({ value: String(one.id), label: one.name })),
            ]}
            value={String(email_template_id ?? 0)}
            allowDeselect={false}
            onChange={(value) => void choose(type, Number(value))}
          />
        );
      })}
    </Panel>
  );
}
