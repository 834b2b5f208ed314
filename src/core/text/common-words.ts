/**
 * Words of five letters or more that are frequent in notes and questions, folded, in several languages. A query word
 * among them isn't a typo even if no memory contains it. A model's vocabulary has more such words.
 */
const COMMON = `
  account address advice allergy allowance animal animals answer apple appointment april argument arrive artist august autumn
  baker banana basket bathroom battery beach beans beard bedroom being berry bikes bills birds birthday biscuit blanket blood
  board boats boiler bonus books boots bottle bottom bowls boxes bread break breakfast bridge bring broken brother brown brush
  budget build builder building burger butter button cabin cable cakes calendar camera camping candle cards carpet carrot castle
  chain chair chairs change charge cheap check cheese chest chicken child children chocolate choice church cinema class clean
  clear climb clock close clothes cloud coach coast coffee colour color concert contact contract cooker corner costs cough count
  country couple course court cousin cover cream credit crown cycle daily dance dates daughter december delivery dentist deposit
  design detail dinner doctor dollar doors dough dream dress drink drive driver drugs early earth easter eight electric email
  energy engine evening event every exercise expense exact factory family father february fence fever field final finger first
  fixed flight floor flour flower flowers foods force forest forget fresh fridge friday friend friends front fruit garage garden
  general gifts girls glass gloves goals grade grand grandma grandmother grandpa grass great green group guest guests guide
  guitar habit hairs hammer hands happy heart heating heavy height hello holiday homework honey horse hospital hotel hours house
  houses hundred husband ideas important income insurance interest internet invoice island items jacket january jeans jewel
  juice kettle kitchen knife knives ladder lamps large laptop laundry learn leave lemon lesson letter level library licence
  license light lights lists little loans lower lunch machine makes manager march market match matter meals means meaning
  measure medicine meeting member members metal meter middle might minute mirror model modern moment monday money month monthly
  months morning mother mouse mouth movie movies museum music names nature needle neighbour neighbor never night noise north
  notes nothing november number numbers nurse ocean october offer office older onion online orange order organ other outside
  owner oxygen packet pages paint paper parcel parents parking parts party passport password pasta paste patient pencil people
  pepper phone phones photos piano picture piece pills pilot pizza place plane plans plant plants plate plates plumber pocket
  point police poster potato pound power present price prices printer private problem project proof purple quick quiet radio
  rates recipe recipes reason refund remind rental repair report right river rooms round route rules salad salary sample
  saturday sauce school score screen seats second secret seeds seven shape share sharp sheet shelf shelves shirt shoes shops
  short shoulder shower sides signs silver simple sister sleep small smell smile smoke snack social socks songs sorry sound
  south space spare speak special spoon sport spring square stairs stamp start state station steps stock stone store story straw
  street strong student study style sugar summer sunday sunny supper sweet swimming table tables taxes teacher tests thank
  theatre thing things think third thirty thousand three throat thumb thursday ticket tickets tiles times title toast today
  toilet tomato tools tooth topic total touch towel tower tracks train trainer training travel trees trips truck trust tuesday
  twelve twenty twins uncle under update upper using vegan video village visit visitor voice wages waiter walks walls wanted
  wardrobe washing waste watch water weather website wedding wednesday weekend weeks weight wheel wheels white whole window
  windows winter woman women wooden words worker works world worse wrist write wrong years yellow yesterday young abend abfahrt
  adresse angebot anruf anzug apfel arbeit aufgabe bahnhof balkon batterie bauch besuch bilder blume blumen boden brief brille
  bruder bucher datum decke dienstag donnerstag drucker eltern essen fahrrad familie farbe fehler fenster ferien fernseher feuer
  fieber flasche frage freitag freund freunde fruhling garten geburtstag gehalt gemuse geschenk gesprach gross grosse haare
  halten handy heizung herbst hilfe hochzeit hunde husten jacke januar kaffee kaltes karte kasse katze keller kette kinder
  kirche klasse kleid kleine koffer konto kosten kuchen kuche laden lampe lehrer leiter licht liste mannschaft markt maschine
  mauer messer miete mieter milch minuten mittag mittwoch monat montag morgen mutter nachbar nachricht nachste nacht nummer
  oktober onkel papier partner passwort pause pfanne pflanze pflanzen platz polizei preis rechnung regal regen reise rezept
  salat samstag schere schloss schlussel schrank schuhe schule schwester september sommer sonntag spiegel spiel stadt stelle
  steuer strasse strom stuhl stunde stunden suche suppe tasche tasse telefon termin tisch tochter treffen treppe urlaub vater
  verein vertrag wagen wasser wecker werkzeug wetter woche wochen wohnung wolle worte zahlen zahnarzt zeitung zettel zimmer
  zucker anniversaire appartement argent avion bonjour cadeau chambre chaussures chien compte cuisine dimanche ecole enfant
  enfants facture femme fenetre fromage gateau homme jardin jeudi livre lundi maison mardi medecin mercredi numero panier passe
  porte recette rendez rouge samedi semaine soiree soleil temps travail vacances vendredi viande ville voiture voyage abuela
  amigo amigos ayuda bebida billete cabeza calle camisa carne clase clave coche cocina comida compra contrasena cuenta dinero
  domingo escuela factura familia fecha fiesta flores hermana hermano hijos huevos iglesia jueves leche libro lista llave lunes
  madre manana martes medico miercoles musica nombre noche padre perro playa precio puerta queso receta regalo sabado salud
  semana tarde telefono tienda trabajo viaje viernes zapatos aluguel amiga cachorro cadeira carro casamento chave cidade conta
  convidados documentos escola farinha filha filho igreja irmao janela jantar leite livro mercado mulher noiva noivo passagem
  porta praia presente preco quarto quinta receita segunda senha sexta sobremesa telefone terca trabalho viagem acqua amico
  bagno bambini bolletta chiave chiesa cucina dottore fattura festa figlia figlio finestra forno giorno insegnante latte lavoro
  letto macchina mercato negozio nonna prezzo ricetta scarpe scuola settimana soldi stanza strada tavolo treno ufficio viaggio
  afspraak badkamer bloemen brood buurman dochter dokter fiets kamer keuken kinderen koffie maandag moeder ouders rekening
  schoenen sleutel straat tafel trein vader vakantie verjaardag vrijdag vrouw winkel woensdag zaterdag zondag`;

export const COMMON_WORDS: readonly string[] = COMMON.trim().split(/\s+/);
