import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { isolate } from '../../../lib/bidi';
import { dialog } from '../../../ui/dialog/dialog';
import { useChange } from '../useChange';
import {
  copyTemplate,
  deleteTemplate,
  resetTemplate,
  type Template,
  templatePath,
  type WholeTemplate,
} from './api';

/** What can be done with a template besides editing it. */
export function useTemplateActions() {
  const { t } = useTranslation();
  const change = useChange();
  const navigate = useNavigate();
  return {
    copy: (template: Template) =>
      change(async () => {
        const { id } = await copyTemplate(template.id, t('emailTemplates.copyName', { name: template.name }));
        await navigate(templatePath(id));
      }, t('emailTemplates.copied')),
    remove: async (template: Template) => {
      const sure = await dialog.confirm({
        title: t('emailTemplates.delete.title', { name: isolate(template.name) }),
        body: t('emailTemplates.delete.body'),
        confirmLabel: t('emailTemplates.delete.action'),
        danger: true,
      });
      if (!sure) return;
      await change(async () => {
        await deleteTemplate(template.id);
        await navigate('/settings/email/templates');
      }, t('emailTemplates.delete.done'));
    },
    reset: async (template: Template, done: (template: WholeTemplate) => void) => {
      const sure = await dialog.confirm({
        title: t('emailTemplates.reset.title', { name: isolate(template.name) }),
        body: t('emailTemplates.reset.body'),
        confirmLabel: t('emailTemplates.reset.action'),
        danger: true,
      });
      if (sure)
        await change(async () => done(await resetTemplate(template.id)), t('emailTemplates.reset.done'));
    },
  };
}
