export { IconMinus as icon } from '@tabler/icons-react';
