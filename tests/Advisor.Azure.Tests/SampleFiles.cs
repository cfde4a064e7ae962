using System.Text.Json;
using System.Text.Json.Nodes;
using Advisor.Tests;

namespace Advisor.Azure.Tests;

/// <summary>Answers kept as files: ours, and Azure's official examples where they lie beside the repository.</summary>
internal static class SampleFiles
{
    public const string WhyAbsent = "../shared/azure-samples is not here: the official examples cannot be read";

    public static bool HasOfficial => RepositoryFiles.SharedMaterial is not null;

    public static byte[] ReadOurs(string name) =>
        File.ReadAllBytes(RepositoryFiles.GetPath("tests", "Advisor.Azure.Tests", "Samples", name));

    public static JsonElement ParseOurs(string name) => JsonDocument.Parse(ReadOurs(name)).RootElement;

    /// <summary>The file as text; the test is skipped where the examples are absent.</summary>
    public static string ReadOfficial(params string[] path)
    {
        Assert.SkipUnless(HasOfficial, WhyAbsent);
        return File.ReadAllText(Path.Combine([RepositoryFiles.SharedMaterial!, "azure-samples", .. path]));
    }

    /// <summary>The body of the example's answer of a status.</summary>
    public static JsonNode ReadOfficialBody(string folder, string file, string status = "200") =>
        JsonNode.Parse(ReadOfficial(folder, file))!["responses"]![status]!["body"]!;
}
