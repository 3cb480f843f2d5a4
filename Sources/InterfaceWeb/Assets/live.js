// Keeps the page the same as the screen on the server: tells what the payer does, and changes what the answers say.
// Events are numbered; an answer names the last one it knows. What is typed is never overwritten by an older answer.
(() => {
  'use strict'
  const d = document, W = window, html = d.documentElement, body = d.body, data = body.dataset
  const $ = id => d.getElementById(id), wait = setTimeout, P = $('pick')
  const one = (selector, inside = d) => inside.querySelector(selector)
  const by = (kind, id) => one('[data-' + kind + '="' + CSS.escape(id) + '"]')
  const holds = () => d.activeElement, stop = e => e.preventDefault(), focus = e => e && e.focus({ preventScroll: true })
  const on = (target, names, act, capture) => names.split(' ').forEach(n => target.addEventListener(n, act, capture))
  const random = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), b => b.toString(16).padStart(2, '0')).join('')
  const stored = (store, key, value) => {
    // Storage may be switched off; then a reload opens a new visit.
    try {
      if (value === undefined) return store.getItem(key)
      value ? store.setItem(key, value) : store.removeItem(key)
    } catch (_) {}
  }

  // A page without a checkout: a provider sent the payer back, and the visit is gone. The tab kept which page it was on.
  if (!data.live) {
    const visit = location.pathname.split('/')[2]
    for (let key in sessionStorage) if (sessionStorage[key] == visit) location.replace(key.slice(6))
    return
  }

  const keep = value => stored(sessionStorage, place, value)
  const client = random(), place = 'visit:' + location.pathname
  let visit = null, frame = 0, sequence = 0, answered = 0, sent = 0, errand = 0, tries = 0, quiet = 0, came = 0
  let events = [], lastOf = {}, choice = -1, socket, polling, posting, lost, composing, asker, picking

  // ---- Telling

  const tell = (t, id, more) => {
    const event = { n: ++sequence, t, id, at: Date.now(), ...more }
    if (id) lastOf[t + id] = lastOf[id] = event.n
    // Only what is in a field now counts, as long as nobody has been told.
    events = events.filter(e => e.n <= sent || t != 'input' || e.t != t || e.id != id)
    events.push(event)
    pump()
  }
  const act = (t, id) => {
    // Pressed while nobody listens: the bar says so. Pressed twice: once is enough.
    if (!body.className && !(lastOf[t + id] > answered)) tell(t, id)
  }
  const pump = () => {
    const e = events.filter(e => e.n > sent), text = JSON.stringify({ e })
    if (!e.length || !visit) return
    if (socket && socket.readyState == 1) {
      socket.send(text)
      sent = sequence
    } else if (polling && !posting) {
      posting = true
      const upTo = sequence
      call('POST', at(), text).then(r => {
        posting = false
        // What cannot be taken is not sent again for ever.
        if (gone(r) || r.status == 400) return reopen()
        if (r.ok) { sent = upTo; pump() } else wait(pump, 1500)
      }, () => { posting = false; missing(); wait(pump, 1500) })
    }
  }
  const typed = field => tell('input', field.dataset.field, { text: field.value, caret: field.selectionStart })

  // ---- The connection

  const gone = r => r.status == 404
  const at = (part = '') => data.live + '/' + visit + part + '?client=' + client + '&after=' + frame
  const call = (method, url, text) => {
    const timer = wait(() => breaker.abort(), 30000), breaker = new AbortController()
    return fetch(url, { method, body: text, signal: breaker.signal, cache: 'no-store', keepalive: !!text,
      headers: text ? { 'Content-Type': 'application/json' } : {} }).finally(() => clearTimeout(timer))
  }
  const found = () => { clearTimeout(lost); lost = tries = 0; $('bar').textContent = ''; body.className = '' }
  const missing = () => {
    lost = lost || wait(() => { $('bar').textContent = data.lost; body.className = 'lost' }, 1000)
  }
  const later = next => wait(next, Math.min(8000, 400 * 2 ** tries++))
  const open = async () => {
    const install = stored(localStorage, 'install') || random(), pixels = devicePixelRatio
    stored(localStorage, 'install', install)
    try {
      const answer = await call('POST', data.live, JSON.stringify({ ...JSON.parse(data.opening), client, install,
        visit: visit || keep(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone, languages: navigator.languages,
        width: screen.width * pixels | 0, height: screen.height * pixels | 0, framed: top != W }))
      if (answer.status == 404 || answer.status == 410) return location.reload()
      if (!answer.ok) throw answer.status
      visit = (await answer.json()).visit
      // Only a tab that is left keeps it: one that is copied opens a visit of its own.
      keep(null)
      frame = 0
      link()
    } catch (_) { missing(); later(open) }
  }
  const reopen = () => {
    keep(visit = null)
    ;[events, lastOf, sequence, answered, sent, errand] = [[], {}, 0, 0, 0, 0]
    drop()
    open()
  }
  const drop = () => { if (socket) { socket.onclose = null; socket.close() } socket = null }
  const link = () => {
    drop()
    let opened, mine
    try { mine = new WebSocket(location.origin.replace('http', 'ws') + at('/socket')) } catch (_) { return poll() }
    socket = mine
    const timer = wait(() => mine.close(), 4000)
    mine.onopen = () => { opened = true; clearTimeout(timer); found(); sent = answered; pump() }
    mine.onmessage = m => { found(); apply(JSON.parse(m.data)) }
    mine.onclose = e => {
      clearTimeout(timer)
      socket = null
      if (e.code > 4400 || e.code == 1008) return reopen()
      if (!opened) return poll()
      missing()
      later(link)
    }
  }
  const poll = async () => {
    if (polling) return
    polling = true
    sent = answered
    pump()
    try {
      for (;;) {
        const answer = await call('GET', at())
        if (gone(answer)) { polling = false; return reopen() }
        if (!answer.ok) throw answer.status
        found()
        if (answer.status == 200) apply(await answer.json())
      }
    } catch (_) {
      missing()
      later(link)
    }
    polling = false
  }
  // Something told and never answered: the connection is only a shape of one.
  setInterval(() => {
    const oldest = events[0]
    if (socket && socket.readyState == 1 && oldest && Date.now() - oldest.at > 6000) { missing(); socket.close() }
    else if (socket && !events.length && ++quiet > 6) { quiet = 0; tell('beat') }
  }, 4000)

  // ---- Changing the page

  const parse = text => { const t = d.createElement('template'); t.innerHTML = text; return t.content.firstElementChild }
  const morph = (a, b) => {
    if (a.nodeName != b.nodeName || (a.id || '') != (b.id || '')) { a.replaceWith(b); return }
    if (a.nodeType != 1) { if (a.data != b.data) a.data = b.data; return }
    for (let { name, value } of [...b.attributes]) if (a.getAttribute(name) !== value) a.setAttribute(name, value)
    for (let { name } of [...a.attributes]) {
      if (!b.hasAttribute(name) && !(name == 'open' || (name == 'class' && a.nodeName == 'IMG'))) a.removeAttribute(name)
    }
    if (a.nodeName == 'INPUT') {
      const id = a.dataset.choose || a.dataset.toggle
      if (id && !(lastOf[id] > answered)) a.checked = b.hasAttribute('checked')
      return
    }
    let next = a.firstChild
    for (let want of [...b.childNodes]) {
      let have = want.id ? [...a.children].find(c => c.id == want.id) : null
      if (!want.id && next && !next.id && next.nodeName == want.nodeName) have = next
      if (!have) a.insertBefore(want, next)
      else {
        if (have === next) next = next.nextSibling
        else a.insertBefore(have, next)
        morph(have, want)
      }
    }
    while (next) { const gone = next; next = next.nextSibling; gone.remove() }
  }
  const apply = m => {
    if (m.f <= frame && !m.html) return
    frame = m.f
    answered = Math.max(answered, m.a)
    events = events.filter(e => e.n > answered)
    const was = holds(), key = was.id, before = $('sheet').dataset.screen, caret = was.dataset.field && [was.selectionStart, was.selectionEnd]
    if (m.css) $('look').textContent = m.css
    if ('still' in m) html.toggleAttribute('data-still', m.still)
    if (m.title) d.title = m.title
    if (m.lang) { html.lang = m.lang; html.dir = m.dir }
    if (m.html) morph($('sheet'), parse(m.html))
    for (let [id, text] of m.p || []) {
      if (!$(id)) { tell('whole'); break }
      morph($(id), parse(text))
    }
    for (let [id, text, at] of m.v || []) fill(id, text, at)
    if (before != $('sheet').dataset.screen) arrive()
    else if (key && $(key) && holds() != $(key) && !P.open) {
      focus($(key))
      if (caret) $(key).setSelectionRange(...caret)
    }
    ask()
    if (m.o) pick(...m.o)
    images()
    clocks()
    if (m.go) go(m.go)
  }
  const fill = (id, text, at) => {
    const field = by('field', id)
    if (!field || composing === field || lastOf['input' + id] > answered || field.value === text) return
    const caret = at === null ? Math.min(field.selectionStart, text.length) : at
    field.value = text
    if (holds() === field) field.setSelectionRange(caret, caret)
  }
  // The browser's own Back goes where the sheet's does, before it leaves the page.
  const backwards = () => one('#sheet [data-do=back]')
  const arrive = () => {
    const sheet = $('sheet')
    $('s-content').scrollTop = 0
    scrollTo(0, 0)
    sheet.classList.remove('in')
    void sheet.offsetWidth
    sheet.classList.add('in')
    if (P.open) P.close()
    if (backwards() && !history.state) history.pushState(1, '')
    focus(one('[data-focus]:enabled', sheet) || one('h1', sheet))
  }
  const show = dialog => { if (!dialog.open) dialog.showModal ? dialog.showModal() : dialog.setAttribute('open', '') }
  const ask = () => {
    const dialog = $('s-dialog')
    if (dialog && !dialog.open) { asker = holds().id; show(dialog) }
    if (!dialog && asker) { focus($(asker)); asker = '' }
  }
  const images = () => d.querySelectorAll('.pic img').forEach(image => {
    if (image.complete) image.naturalWidth ? image.classList.add('on') : image.remove()
  })
  on(d, 'load error', e => { if (e.target.nodeName == 'IMG') images() }, true)

  // The ring counts on by itself, and so does the time that is left, below nothing: base is the second it began, on
  // this page's own clock.
  const two = number => ('0' + number).slice(-2)
  const clocks = () => d.querySelectorAll('.waiting,.countdown').forEach(w => {
    const now = performance.now() / 1000, { seconds: since, left } = w.dataset, told = +(since || -left)
    if (w.told !== told) {
      if (!(Math.abs(now - w.base - told) < 2)) w.base = now - told
      w.told = told
    }
    const seconds = since ? now - w.base | 0 : Math.max(0, Math.ceil(w.base - now)), minutes = seconds / 60 | 0
    one('.clock', w).textContent = (minutes < 60 ? minutes : (minutes / 60 | 0) + ':' + two(minutes % 60)) + ':' + two(seconds % 60)
    if (since) return one('.hand', w).setAttribute('stroke-dasharray', seconds % 60 + ' 60')
    w.classList.toggle('soon', seconds < 60)
    // A screen reader hears of whole minutes.
    w.said ??= Math.ceil(seconds / 60)
    if (seconds == minutes * 60 && w.said != minutes) one('[role=status]', w).textContent =
      (w.said = minutes).toLocaleString(html.lang, { style: 'unit', unit: 'minute', unitDisplay: 'long' })
  })
  setInterval(clocks, 1000)

  const go = ({ n, url, stay }) => {
    if (n <= errand) return
    errand = n
    tell('went', undefined, { errand: n })
    if (stay) {
      const other = W.open('', '_blank')
      if (other) { other.opener = null; other.location = url; return }
      if (top != W) return
    }
    keep(visit)
    wait(() => location.assign(url), 60)
  }

  // ---- The list of a picker

  const plain = text => text.normalize('NFD').replace(/[\u0300-\u036f\u064b-\u0652]/g, '').toLowerCase()
  const shown = () => [...$('pick-list').children].filter(o => !o.hidden)
  const pick = (id, text) => {
    const button = by('picker', id)
    if (!button) return
    if (text) { P.innerHTML = text; P.made = id + button.dataset.made }
    picking = id
    $('pick-search').value = ''
    show(P)
    $('pick-search').focus()
    filter()
    for (let o of $('pick-list').children) o.setAttribute('aria-selected', o.dataset.option == button.dataset.chosen)
    mark(shown().findIndex(o => o.dataset.option == button.dataset.chosen), 'center')
  }
  const filter = () => {
    const words = plain($('pick-search').value.trim()), digits = words.replace(/^(\+|00)/, '+')
    for (let o of $('pick-list').children) {
      o.plain = o.plain || plain(o.textContent)
      o.hidden = !(o.plain.includes(words) || o.plain.includes(digits) || o.dataset.option.toLowerCase() == words)
    }
    const none = $('pick-none')
    none.textContent = shown().length ? '' : none.dataset.text
    mark(0)
  }
  const mark = (index, block = 'nearest') => {
    const options = shown()
    choice = Math.min(Math.max(index, 0), options.length - 1)
    options.forEach((o, i) => o.classList.toggle('at', i == choice))
    $('pick-search').setAttribute('aria-activedescendant', choice < 0 ? '' : options[choice].id)
    if (options[choice]) options[choice].scrollIntoView({ block })
  }
  const chosen = option => { if (option) { tell('choose', picking, { option: option.dataset.option }); P.close() } }
  on(P, 'close', () => {
    focus(picking && by('picker', picking))
    picking = ''
  })

  // ---- What the payer does

  on(d, 'click', e => {
    const t = e.target.closest('[data-press],[data-do],[data-copy],[data-picker],[data-shut],[data-option]')
    if (e.target === P) return P.close()
    if (!t || t.getAttribute('aria-disabled')) return
    const { press, do: what, copy, picker, option } = t.dataset
    if (press) act('press', press)
    else if (what) act(what)
    else if (copy) copied(t, copy)
    else if (option) chosen(t)
    else if (picker) P.made == picker + t.dataset.made ? pick(picker) : act('open', picker)
    else P.close()
  })
  const copied = async (button, text) => {
    try { await navigator.clipboard.writeText(text) } catch (_) {
      const field = d.createElement('textarea')
      field.value = text
      body.append(field)
      field.select()
      d.execCommand('copy')
      field.remove()
      button.focus()
    }
    button.classList.add('done')
    $('say').textContent = button.dataset.said || data.copied
    wait(() => { button.classList.remove('done'); $('say').textContent = '' }, 2000)
  }
  on(d, 'input', e => {
    if (e.target.dataset.field) typed(e.target)
    if (e.target.id == 'pick-search') filter()
  })
  on(d, 'compositionstart', e => { composing = e.target })
  on(d, 'compositionend', e => { composing = null; if (e.target.dataset.field) typed(e.target) })
  on(d, 'focusout', e => {
    const field = e.target
    if (!field.dataset.field) return
    // The window may have lost the focus, and not the field.
    wait(() => { if (holds() !== field && field.isConnected) tell('leave', field.dataset.field) })
  })
  on(d, 'change', e => {
    const { choose, toggle } = e.target.dataset
    if (choose) tell('choose', choose, { option: e.target.value })
    if (toggle) tell('toggle', toggle, { on: e.target.checked })
  })
  on(d, 'submit', stop)
  on(d, 'cancel', e => {
    if (e.target.id != 's-dialog') return
    stop(e)
    act('press', e.target.dataset.refuse)
  }, true)
  on(d, 'keydown', e => {
    const t = e.target, moves = { ArrowDown: 1, ArrowUp: -1, PageDown: 8, PageUp: -8 }
    if (e.isComposing) return
    if (t.id == 'pick-search') {
      if (e.key == 'Enter') { stop(e); chosen(shown()[choice]) }
      if (moves[e.key]) { stop(e); mark(choice + moves[e.key]) }
    } else if (t.dataset.picker && e.key == 'ArrowDown') {
      stop(e)
      t.click()
    } else if (e.key == 'Enter' && t.dataset.field) {
      const form = t.closest('form')
      stop(e)
      if (!form) return
      const fields = [...form.querySelectorAll('[data-field]:enabled')], next = fields[fields.indexOf(t) + 1]
      if (next && matchMedia('(pointer:coarse)').matches) next.focus()
      else act('submit', form.dataset.form)
    } else if (t.role == 'radio' && /^Arrow/.test(e.key)) {
      // Rows as one group of radio buttons.
      const rows = [...t.closest('[role=radiogroup]').querySelectorAll('[role=radio]')]
      const next = rows.at((rows.indexOf(t) + (/[pf]/.test(e.key) ? -1 : 1)) % rows.length)
      stop(e)
      next.focus()
      next.click()
    } else if (e.key == 'Escape' && !one('dialog[open]') && 'dismiss' in $('sheet').dataset) act('close')
  })

  // What a page inside the screen posts, from its own window and its own origin, and not for ever.
  on(W, 'message', e => {
    const page = [...d.querySelectorAll('[data-page]')].find(f => f.contentWindow === e.source && f.dataset.origin == e.origin)
    if (!page || (page.told = -~page.told) > 20) return
    const text = typeof e.data == 'string' ? e.data : JSON.stringify(e.data) || ''
    if (text.length <= 4096) tell('message', page.dataset.page, { text })
  })

  // ---- Leaving and coming back

  const back = () => {
    keep(null)
    if (!visit || Date.now() - came < 1000) return
    came = Date.now()
    tell('came')
    if (!socket && !polling) link()
  }
  on(d, 'visibilitychange', () => d.visibilityState == 'visible' ? back() : keep(visit))
  on(W, 'pagehide', () => keep(visit))
  on(W, 'pageshow', e => { if (e.persisted) { drop(); back(); if (visit) link() } })
  on(W, 'focus', back)
  on(W, 'popstate', () => backwards() && act('back'))
  on(W, 'online', () => { tries = 0; if (visit && !polling) link() })
  // The main button stays above the keyboard, also where the keyboard lies over the page.
  const view = visualViewport
  if (view) on(view, 'resize', () => html.style.setProperty('--height', Math.round(view.height * view.scale) + 'px'))
  clocks()
  open()
})()
