const dialog = document.querySelector('dialog');
addEventListener('keydown', (event) => {
  if (event.key !== 'k' || !(event.metaKey || event.ctrlKey)) return;
  event.preventDefault();
  dialog.showModal();
  dialog.querySelector('hybrid-search').focus();
});
