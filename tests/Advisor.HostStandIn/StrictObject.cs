using System.Text.Json;

namespace Advisor.HostStandIn;

/// <summary>
/// An object of a settings file that is read to its end: a member that was not read is an error, so that a typing mistake does not
/// pass.
/// </summary>
internal sealed class StrictObject
{
    private readonly string where;
    private readonly Dictionary<string, JsonElement> left;

    public StrictObject(JsonElement element, string where)
    {
        this.where = where;
        left =
            element.ValueKind == JsonValueKind.Object
                ? element.EnumerateObject().ToDictionary(member => member.Name, member => member.Value)
                : throw new HostFileException($"{where} is no object.");
    }

    public static StrictObject Load(string path)
    {
        if (!File.Exists(path))
        {
            throw new HostFileException($"{path} is missing.");
        }

        try
        {
            using var document = JsonDocument.Parse(File.ReadAllText(path));
            return new StrictObject(document.RootElement.Clone(), path);
        }
        catch (JsonException e)
        {
            throw new HostFileException($"{path} is not JSON: {e.Message}");
        }
    }

    public bool Has(string name) => left.ContainsKey(name);

    public string ReadText(string name) =>
        Take(name) is { ValueKind: JsonValueKind.String } value ? value.GetString()! : throw CreateWrong(name, "text");

    public string ReadText(string name, string otherwise) => Has(name) ? ReadText(name) : otherwise;

    public bool ReadFlag(string name) =>
        Take(name) is { ValueKind: JsonValueKind.True or JsonValueKind.False } value
            ? value.GetBoolean()
            : throw CreateWrong(name, "true or false");

    public int ReadInteger(string name, int min, int max, int otherwise) =>
        !Has(name) ? otherwise
        : Take(name) is { ValueKind: JsonValueKind.Number } value && value.TryGetInt32(out var number) && number >= min && number <= max
            ? number
        : throw CreateWrong(name, $"a whole number from {min} to {max}");

    public TimeSpan ReadSpan(string name, TimeSpan otherwise) =>
        !Has(name) ? otherwise
        : TimeSpan.TryParseExact(ReadText(name), "c", null, out var span) && span >= TimeSpan.Zero ? span
        : throw CreateWrong(name, "a span such as 00:00:30");

    public IReadOnlyList<string> ReadWords(string name) => [.. Take(name).EnumerateArray().Select(word => word.GetString()!)];

    public IReadOnlyList<StrictObject> ReadObjects(string name) =>
        Take(name) is { ValueKind: JsonValueKind.Array } list
            ? [.. list.EnumerateArray().Select((element, i) => new StrictObject(element, $"{where}: {name}[{i}]"))]
            : throw CreateWrong(name, "a list");

    public StrictObject ReadObject(string name) => new(Take(name), $"{where}: {name}");

    /// <summary>Leaves a member unread: it means something to Azure and nothing to this host.</summary>
    public void Skip(string name) => left.Remove(name);

    public void RequireEnd()
    {
        if (left.Count > 0)
        {
            throw new HostFileException($"{where}: {string.Join(", ", left.Keys)} is unknown to this host.");
        }
    }

    public HostFileException CreateWrong(string name, string expected) => new($"{where}: {name} must be {expected}.");

    private JsonElement Take(string name) =>
        left.Remove(name, out var value) ? value : throw new HostFileException($"{where}: {name} is missing.");
}

/// <summary>A file of the app that the host would not take.</summary>
public sealed class HostFileException(string message) : Exception(message);
