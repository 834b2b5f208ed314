import './assets-given.js';
import './main.js';
