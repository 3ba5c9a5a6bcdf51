export default function Home() {
  return (
    <section id="home" className="wrap py-16">
      <h1 id="heroSection" className="font-display text-display">
        Made once, kept for good
      </h1>
    </section>
  )
}
