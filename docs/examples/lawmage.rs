//! Holds lawmage open and asks it questions: one line of JSON out, one line of JSON back, in order.
//!
//! `rustc lawmage.rs && ./lawmage`; the command `lawmage` must be on the PATH, or be named by the environment variable
//! LAWMAGE. Build and read the JSON with the library that your engine uses already.

use std::io::{self, BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

pub struct Lawmage {
    process: Child,
    questions: Option<ChildStdin>,
    answers: BufReader<ChildStdout>,
}

impl Lawmage {
    /// Starts lawmage.
    pub fn start() -> io::Result<Self> {
        let command = std::env::var("LAWMAGE").unwrap_or_else(|_| "lawmage".to_string());
        let mut process = Command::new(command)
            .args(["serve", "--stdio"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let questions = process.stdin.take();
        let answers = BufReader::new(process.stdout.take().expect("standard output is a pipe"));
        Ok(Self { process, questions, answers })
    }

    /// Sends a question, which must be one line, and waits for the answer to it.
    pub fn ask(&mut self, question: &str) -> io::Result<String> {
        let questions = self.questions.as_mut().expect("open until dropped");
        writeln!(questions, "{question}")?;
        questions.flush()?;
        let mut answer = String::new();
        if self.answers.read_line(&mut answer)? == 0 {
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, "lawmage has ended"));
        }
        Ok(answer.trim_end().to_string())
    }
}

impl Drop for Lawmage {
    /// Ends lawmage: it ends when its input does.
    fn drop(&mut self) {
        drop(self.questions.take());
        let _ = self.process.wait();
    }
}

fn main() -> io::Result<()> {
    let position = r#"{"players": {"me": {}, "you": {}}, "battlefield": [
        {"id": "pool", "card": "Reflecting Pool", "controller": "me"},
        {"id": "forest", "card": "Forest", "controller": "me"}]}"#
        .replace('\n', " ");
    let query = r#"{"kind": "could_produce", "permanent": "pool"}"#;
    let mut lawmage = Lawmage::start()?;
    println!("{}", lawmage.ask(&format!(r#"{{"id": "first", "position": {position}, "query": {query}}}"#))?);
    Ok(())
}
