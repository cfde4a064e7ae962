using System.Text.Encodings.Web;
using System.Text.Json;

namespace Advisor.Lab.Replays;

/// <summary>The frame of the JSON of replays: a version, then lists of objects.</summary>
internal static class ReplayJson
{
    private static readonly JsonWriterOptions Indented = new()
    {
        Indented = true,
        NewLine = "\n",
        Encoder = JavaScriptEncoder.Default,
    };

    /// <param name="write">Writes the members after the version.</param>
    public static void Write(Stream to, Action<Utf8JsonWriter> write)
    {
        using var json = new Utf8JsonWriter(to, Indented);
        json.WriteStartObject();
        json.WriteNumber("version", 1);
        write(json);
        json.WriteEndObject();
    }

    /// <summary>Writes an array of objects.</summary>
    /// <param name="writeMembers">Writes the members of one of them.</param>
    public static void WriteArray<T>(this Utf8JsonWriter json, string name, IEnumerable<T> items, Action<T> writeMembers)
    {
        json.WriteStartArray(name);
        foreach (var item in items)
        {
            json.WriteStartObject();
            writeMembers(item);
            json.WriteEndObject();
        }

        json.WriteEndArray();
    }
}
