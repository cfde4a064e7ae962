using System.Buffers;
using System.Text.Json;
using Advisor.Configuration;
using Advisor.Reporting.Json;
using Advisor.Service.ObservationLines;

namespace Advisor.Cli.Commands.Decide;

/// <summary>
/// Reads observations and writes decisions, one per line, in order. Everything ready is written before the command waits for more input. A
/// line that cannot be decided gets an error in its place; no content of a line ends the loop.
/// </summary>
/// <param name="configuration">Rules and settings.</param>
/// <param name="warn">Receives warnings, one line each.</param>
/// <param name="reportFault">Receives the number of a line and the fault of the program about it; null = faults are not detailed.</param>
public sealed class DecideRun(AdvisorConfiguration configuration, Action<string>? warn = null, Action<long, Exception>? reportFault = null)
{
    // Write before the next wait once this many bytes are ready, so that memory stays bounded.
    private const int WriteAt = 256 * 1024;

    private readonly ObservationLineDecider decisions = new(configuration, warn);

    /// <summary>Runs until the end of the input.</summary>
    public void Run(Stream input, Stream output, CancellationToken cancellation)
    {
        var ready = new ArrayBufferWriter<byte>(2 * WriteAt);
        var answer = new ArrayBufferWriter<byte>(4096);
        using var json = new Utf8JsonWriter(answer, DecisionJson.Line);
        void Write()
        {
            output.Write(ready.WrittenSpan);
            output.Flush();
            ready.ResetWrittenCount();
        }

        var lines = new LineReader(input, Write);
        try
        {
            while (!cancellation.IsCancellationRequested && lines.TryRead(out var line))
            {
                answer.ResetWrittenCount();
                WriteDecision(json, answer, line, lines);
                ready.Write(TerminalSafeJson.Escape(answer.WrittenSpan));
                ready.Write("\n"u8);
                if (ready.WrittenCount >= WriteAt)
                {
                    Write();
                }
            }
        }
        finally
        {
            Write(); // also when reading the input has failed
        }
    }

    private void WriteDecision(Utf8JsonWriter json, ArrayBufferWriter<byte> answer, ReadOnlySpan<byte> line, LineReader lines)
    {
        var (decision, problem) = lines.IsTooLong
            ? (null, new ObservationLineProblem("LineTooLong", $"A line has at most {LineReader.MaxLineLength} bytes."))
            : decisions.Decide(line);
        try
        {
            if (decision is not null)
            {
                DecisionJson.Write(json, decision); // formats the reasons, which may fail
            }
        }
        catch (Exception fault) when (fault is not OutOfMemoryException)
        {
            json.Reset();
            answer.ResetWrittenCount();
            (decision, problem) = (null, ObservationLineProblem.Fault(fault));
        }

        if (decision is null)
        {
            if (problem!.Cause is { } cause)
            {
                reportFault?.Invoke(lines.Number, cause);
            }

            WriteProblem(json, lines.Number, problem);
        }

        json.Flush();
        json.Reset();
    }

    private static void WriteProblem(Utf8JsonWriter json, long line, ObservationLineProblem problem)
    {
        json.WriteStartObject();
        json.WriteNumber("line", line);
        json.WriteStartObject("error");
        json.WriteString("code", problem.Code);
        json.WriteString("text", problem.Text);
        json.WriteEndObject();
        json.WriteEndObject();
    }
}
