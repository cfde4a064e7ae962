using System.Text.Json;
using Advisor.Reporting.Json;

namespace Advisor.Cli.Output;

/// <summary>Prints one JSON object, indented, without anything that a terminal would act on.</summary>
internal static class JsonOutput
{
    /// <param name="write">Writes the members of the object.</param>
    public static void Write(TextWriter output, Action<Utf8JsonWriter> write)
    {
        using var bytes = new MemoryStream();
        using (var json = new Utf8JsonWriter(bytes, DecisionJson.Document))
        {
            json.WriteStartObject();
            write(json);
            json.WriteEndObject();
        }

        output.WriteLine(TerminalSafeJson.ToText(bytes.GetBuffer().AsSpan(0, (int)bytes.Length)));
    }

    public static void WriteNumberOrNull(this Utf8JsonWriter json, string name, decimal? value)
    {
        if (value is { } known)
        {
            json.WriteNumber(name, known);
        }
        else
        {
            json.WriteNull(name);
        }
    }
}
