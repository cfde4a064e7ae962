using System.Collections.Frozen;
using System.Security.Cryptography;
using System.Text;

namespace Advisor.Web;

/// <summary>The stylesheet, the modules and the icon of the pages, embedded in this assembly.</summary>
public static class PageAssets
{
    private const string Prefix = "assets/";

    private static readonly FrozenDictionary<string, PageAsset> ByName = ReadAll();

    /// <summary>Part of every asset's address: it changes with the content, so that a browser may keep what it fetched forever.</summary>
    /// <remarks>A single hash of all assets, so that a module imports another by its plain name.</remarks>
    public static string Hash { get; } = ComputeHash(ByName.Values);

    /// <summary>Finds an asset; null when there is none of this name.</summary>
    public static PageAsset? Find(string name) => ByName.GetValueOrDefault(name);

    private static FrozenDictionary<string, PageAsset> ReadAll()
    {
        var assembly = typeof(PageAssets).Assembly;
        return assembly
            .GetManifestResourceNames()
            .Where(name => name.StartsWith(Prefix, StringComparison.Ordinal))
            .Select(resource =>
            {
                using var stream = assembly.GetManifestResourceStream(resource)!;
                var content = new byte[stream.Length];
                stream.ReadExactly(content);
                var name = resource[Prefix.Length..];
                return new PageAsset(name, GetContentType(name), content);
            })
            .ToFrozenDictionary(asset => asset.Name, StringComparer.Ordinal);
    }

    private static string ComputeHash(IEnumerable<PageAsset> assets)
    {
        using var hash = IncrementalHash.CreateHash(HashAlgorithmName.SHA256);
        foreach (var asset in assets.OrderBy(asset => asset.Name, StringComparer.Ordinal))
        {
            hash.AppendData(Encoding.UTF8.GetBytes(asset.Name));
            hash.AppendData(SHA256.HashData(asset.Content.Span));
        }

        return Convert.ToHexStringLower(hash.GetHashAndReset())[..16];
    }

    private static string GetContentType(string name) =>
        Path.GetExtension(name) switch
        {
            ".css" => "text/css; charset=utf-8",
            ".js" => "text/javascript; charset=utf-8",
            ".svg" => "image/svg+xml",
            _ => "text/plain; charset=utf-8",
        };
}

/// <summary>A static file of the pages.</summary>
public sealed record PageAsset(string Name, string ContentType, ReadOnlyMemory<byte> Content);
