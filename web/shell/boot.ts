/**
 * Runs before first paint, first in <head>: puts what this browser knows of its person onto <html>, so that the page that is the same
 * for everyone shows the right header, theme and gate at once. Hints only; the server decides everything that matters.
 * Constant text: its hash in the policy is the same on every page.
 */
export const bootScript = `(function(h){h.dataset.js="on";try{
var l=localStorage,t=l.getItem("theme");if(t==="light"||t==="dark")h.dataset.theme=t;
if(l.getItem("age_verified")==="true")h.dataset.age="ok";
var k=l.getItem("access_token")||sessionStorage.getItem("access_token");h.dataset.auth=k?"in":"out";
if(k){var p=JSON.parse(l.getItem("profile_hint")||"null");if(p){h.dataset.role=p.role;h.dataset.level=p.membership_level;
if(p.full_name)h.style.setProperty("--name",JSON.stringify(p.full_name));
if(location.pathname==="/"&&(p.role==="admin"||p.role==="moderator"))location.replace("/"+p.role)}}
var n=+l.getItem("cart_count");if(n>0){h.style.setProperty("--cart",'"'+(n>99?"99+":n)+'"');h.dataset.cart="some"}
}catch(e){}})(document.documentElement)`

/** Pages without the gate: nobody should agree to what cannot be read. */
export const ungated = /^\/(underage|terms|privacy)\/?$/i

/**
 * Opens the age gate while the page is still being read: before the rest can be seen, and without waiting for React. On a page
 * without the gate it is only made ready, for when a link leads on (`useArrival`).
 */
export const gateScript = `(function(h,d){if(h.dataset.age==="ok")return;
if(!${ungated}.test(location.pathname)){d.showModal();d.querySelector("h1").focus()}
d.addEventListener("cancel",function(e){e.preventDefault()});
d.addEventListener("keydown",function(e){if(e.key==="Escape")e.preventDefault()});
d.addEventListener("close",function(){if(h.dataset.age!=="ok")d.showModal()});
d.querySelector("[data-enter]").addEventListener("click",function(){try{localStorage.setItem("age_verified","true")}catch(e){}
h.dataset.age="ok";d.close();if(location.pathname==="/")location.hash="heroSection"});
d.querySelector("[data-exit]").addEventListener("click",function(){location.assign("/UnderAge")})
})(document.documentElement,document.getElementById("age-gate"))`

/**
 * Starts the page's modules once it has been painted, and not before: on a slow line they would share it with the letters and
 * pictures. The server has set them aside (`server/http/pages.ts`). A tab in the background paints nothing, so it waits a second;
 * whoever touches the page does not wait at all. Until React is there (`hydrated`), what is pressed, sent or typed is kept and told
 * to it then, once. Links, menus of the browser, the gate and forms with an address of their own work without React and go their way.
 */
export const lateScript = `(function(d,w){var started,pressed=new Map,typed=new Map,ears=new AbortController;
function start(){if(started)return;started=true;
d.querySelectorAll("link[data-late]").forEach(function(l){l.rel="modulepreload"});
d.querySelectorAll("script[data-late]").forEach(function(s){var m=d.createElement("script");m.type="module";m.textContent=s.textContent;
m.onerror=end;d.head.append(m)})}
function end(){ears.abort();pressed.forEach(function(run,b){b.removeAttribute("aria-busy")})}
function hear(kind,run){w.addEventListener(kind,run,{capture:true,signal:ears.signal})}
function keep(e,b,run){e.preventDefault();e.stopImmediatePropagation();b.setAttribute("aria-busy","true");pressed.set(b,run);start()}
["pointerdown","keydown","focusin"].forEach(function(kind){hear(kind,start)});
hear("click",function(e){var b=e.target.closest("button,[role=tab]");
if(b&&b.type!=="submit"&&!b.closest("#age-gate"))keep(e,b,function(){b.click()})});
hear("submit",function(e){var f=e.target,b=e.submitter;
if(!f.hasAttribute("action"))keep(e,b||f,function(){b?b.click():f.requestSubmit()})});
hear("input",function(e){var f=e.target;if(f.type!=="file")typed.set(f,/^(checkbox|radio)$/.test(f.type)?!f.checked:f.value)});
function tell(v,f){if(v===true||v===false){f.checked=v;f.click();return}
f.value=v;if(f._valueTracker)f._valueTracker.setValue(v+".");
["input","change"].forEach(function(kind){f.dispatchEvent(new Event(kind,{bubbles:true}))})}
function next(){var one=pressed.entries().next().value;if(!one)return;
pressed.delete(one[0]);if(one[0].isConnected)one[1]();setTimeout(next)}
d.addEventListener("hydrated",function(){end();typed.forEach(tell);next()},{once:true});
requestAnimationFrame(function(){requestAnimationFrame(function(){setTimeout(start)})});setTimeout(start,1000)})(document,window)`
