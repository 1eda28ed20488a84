export { IconPhoto as icon } from '@tabler/icons-react';
