import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;

/**
 * Holds lawmage open and asks it questions: one line of JSON out, one line of JSON back, in order.
 *
 * <p>Run it with {@code java Lawmage.java}; {@code lawmage} must be on the PATH, or be named by the environment variable LAWMAGE.
 * Build and read the JSON with the library that your engine uses already.
 */
public final class Lawmage implements AutoCloseable {
    private final Process process;
    private final BufferedWriter questions;
    private final BufferedReader answers;

    /** Starts lawmage. */
    public Lawmage() throws IOException {
        String command = System.getenv().getOrDefault("LAWMAGE", "lawmage");
        process = new ProcessBuilder(command, "serve", "--stdio").redirectError(ProcessBuilder.Redirect.INHERIT).start();
        questions = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        answers = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
    }

    /** Sends a question, which must be one line, and waits for the answer to it. */
    public synchronized String ask(String question) throws IOException {
        questions.write(question);
        questions.write('\n');
        questions.flush();
        String answer = answers.readLine();
        if (answer == null) {
            throw new IOException("lawmage has ended");
        }
        return answer;
    }

    /** Ends lawmage: it ends when its input does. */
    @Override
    public void close() throws IOException {
        questions.close();
    }

    public static void main(String[] arguments) throws IOException {
        String position = "{\"players\": {\"me\": {}, \"you\": {}}, \"battlefield\": ["
                + "{\"id\": \"pool\", \"card\": \"Reflecting Pool\", \"controller\": \"me\"},"
                + "{\"id\": \"forest\", \"card\": \"Forest\", \"controller\": \"me\"}]}";
        String query = "{\"kind\": \"could_produce\", \"permanent\": \"pool\"}";
        try (Lawmage lawmage = new Lawmage()) {
            System.out.println(lawmage.ask("{\"id\": \"first\", \"position\": " + position + ", \"query\": " + query + "}"));
        }
    }
}
