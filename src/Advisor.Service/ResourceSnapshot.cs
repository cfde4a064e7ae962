using System.Text.Json;
using Advisor.Core.Fleet;

namespace Advisor.Service;

/// <summary>
/// Resource as of the last listing, which a batch evaluates without listing it again. Its settings are resolved at each evaluation.
/// </summary>
public sealed record ResourceSnapshot
{
    public const int Version = 1;

    public required FleetResource Resource { get; init; }

    /// <summary>Number of consecutive complete lists without the resource; null while it is listed.</summary>
    public int? MissedLists { get; init; }

    public static byte[] Write(FleetResource resource, int? missedLists = null) =>
        JsonSerializer.SerializeToUtf8Bytes(
            new ResourceSnapshot
            {
                Resource = resource with { Settings = Advisor.Core.Settings.ResourceSettings.Default },
                MissedLists = missedLists,
            },
            ServiceJsonFormat.Default.ResourceSnapshot
        );

    /// <summary>Reads the resource; null when the content is of another version or damaged: the next listing writes it again.</summary>
    public static FleetResource? Read(int version, ReadOnlyMemory<byte> content) => ReadSnapshot(version, content)?.Resource;

    internal static ResourceSnapshot? ReadSnapshot(int version, ReadOnlyMemory<byte> content)
    {
        if (version != Version)
        {
            return null;
        }

        try
        {
            return JsonSerializer.Deserialize(content.Span, ServiceJsonFormat.Default.ResourceSnapshot) is { Resource: { } found } whole
                ? whole with
                {
                    Resource = found with { Tags = new Dictionary<string, string>(found.Tags, StringComparer.OrdinalIgnoreCase) },
                }
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }
}
