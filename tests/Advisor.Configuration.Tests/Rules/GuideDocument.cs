using System.Text.RegularExpressions;
using Advisor.Core.Capacity;
using Advisor.Tests;

namespace Advisor.Configuration.Tests.Rules;

/// <summary>One printed figure of a guide.</summary>
/// <param name="Field">The column of the rules that it stands for.</param>
/// <param name="Printed">As it is printed, spaces inside left out.</param>
internal sealed record GuideCell(UseCase UseCase, string Field, int Units, string Printed);

/// <summary>
/// The tables of a performance guide, read from its text: lines of a copied web page (<c>Echo Unit 1 Unit 2 ...</c>) or Markdown
/// (<c>| Echo | Unit1 | Unit2 |</c>). A title or label that is not known is an error, so that no table is skipped.
/// </summary>
internal sealed partial class GuideDocument
{
    private static readonly Dictionary<string, UseCase> Titles = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Echo"] = UseCase.Echo,
        ["Broadcast"] = UseCase.Broadcast,
        ["Send to small group"] = UseCase.SendToSmallGroup,
        ["Send to big group"] = UseCase.SendToBigGroup,
        ["Send to connection"] = UseCase.SendToConnection,
        ["Broadcast through REST API"] = UseCase.RestBroadcast,
        ["Send to user through REST API"] = UseCase.RestSendToUser,
        ["대규모 그룹으로 보내기"] = UseCase.SendToBigGroup,
        ["소규모 그룹으로 보내기"] = UseCase.SendToSmallGroup,
        ["에코"] = UseCase.UpstreamEcho,
        ["REST API를 통해 사용자에게 보내기"] = UseCase.RestSendToUser,
        ["REST API를 통해 브로드캐스트"] = UseCase.RestBroadcast,
    };

    private static readonly Dictionary<string, string[]> Labels = new(StringComparer.OrdinalIgnoreCase)
    {
        ["Connections"] = ["connections"],
        ["Group member count"] = ["groupMembers"],
        ["Group count"] = ["groups"],
        ["App server count"] = ["appServers"],
        ["Inbound messages per second"] = ["inboundMessages"],
        ["Inbound (message/s)"] = ["inboundMessages"],
        ["Outbound messages per second"] = ["outboundMessages"],
        ["Outbound (message/s)"] = ["outboundMessages"],
        ["Inbound/outbound messages per second"] = ["inboundMessages", "outboundMessages"],
        ["Inbound/Outbound (message/s)"] = ["inboundMessages", "outboundMessages"],
        ["Inbound bandwidth"] = ["inboundBytes"],
        ["Inbound bandwidth (byte/s)"] = ["inboundBytes"],
        ["Outbound bandwidth"] = ["outboundBytes"],
        ["Outbound bandwidth (byte/s)"] = ["outboundBytes"],
        ["Inbound/outbound bandwidth"] = ["inboundBytes", "outboundBytes"],
        ["Inbound/outbound bandwidth (byte/s)"] = ["inboundBytes", "outboundBytes"],
        ["연결"] = ["connections"],
        ["그룹 멤버 수"] = ["groupMembers"],
        ["그룹 수"] = ["groups"],
        ["초당 인바운드 메시지 수"] = ["inboundMessages"],
        ["초당 아웃바운드 메시지 수"] = ["outboundMessages"],
        ["초당 인바운드/아웃바운드 메시지 수"] = ["inboundMessages", "outboundMessages"],
        ["인바운드 대역폭"] = ["inboundBytes"],
        ["아웃바운드 대역폭"] = ["outboundBytes"],
        ["인바운드/아웃바운드 대역폭"] = ["inboundBytes", "outboundBytes"],
    };

    private readonly List<GuideCell> cells = [];
    private bool aspNet;

    private GuideDocument() { }

    /// <summary>Whether the documents lie beside the repository.</summary>
    public static bool ArePresent => RepositoryFiles.SharedMaterial is { } shared && Directory.Exists(Path.Combine(shared, "seeds"));

    public IReadOnlyList<GuideCell> Cells => cells;

    public int Tables { get; private set; }

    public static string ReadText(string file) => File.ReadAllText(Path.Combine(RepositoryFiles.SharedMaterial!, "seeds", file));

    public static GuideDocument Read(string file)
    {
        var document = new GuideDocument();
        var lines = ReadText(file).Split('\n').Select(line => line.Trim()).ToList();
        for (var i = 0; i < lines.Count; i++)
        {
            document.aspNet |= lines[i].StartsWith("### AspNet SignalR", StringComparison.Ordinal);
            document.aspNet &= !lines[i].StartsWith("Serverless mode", StringComparison.Ordinal);
            if (ParseHeader(lines[i]) is ({ } title, { } units))
            {
                document.Tables++;
                i = document.ReadRows(lines, i + 1, Titles[title], units) - 1;
            }
        }

        return document;
    }

    // A header has a title and at least seven unit counts.
    private static (string? Title, int[]? Units) ParseHeader(string line)
    {
        var matches = UnitHeadingPattern().Matches(line);
        return matches.Count < 7
            ? default
            : (line[..matches[0].Index].Trim('|', ' '), [.. matches.Select(match => int.Parse(match.Groups["units"].Value))]);
    }

    private int ReadRows(List<string> lines, int index, UseCase useCase, int[] units)
    {
        for (; index < lines.Count; index++)
        {
            var line = lines[index].Replace("*", "", StringComparison.Ordinal);
            if (line.StartsWith("|--", StringComparison.Ordinal))
            {
                continue;
            }

            var (label, values) = line.StartsWith('|') ? ParsePiped(line) : ParseSpaced(line, units.Length);
            if (values.Length != units.Length || ParseHeader(line).Title is not null)
            {
                return index;
            }

            foreach (var field in Labels[label])
            {
                cells.AddRange(
                    values.Select(
                        (value, i) => new GuideCell(useCase, aspNet && field == "appServers" ? "aspNetAppServers" : field, units[i], value)
                    )
                );
            }
        }

        return index;
    }

    private static (string Label, string[] Values) ParsePiped(string line)
    {
        var parts = line.Trim('|').Split('|', StringSplitOptions.TrimEntries);
        return (
            parts[0].Replace("/ ", "/", StringComparison.Ordinal),
            [.. parts[1..].Select(part => part.Replace(" ", "", StringComparison.Ordinal))]
        );
    }

    private static (string Label, string[] Values) ParseSpaced(string line, int count)
    {
        var matches = FigurePattern().Matches(line);
        return matches.Count < count
            ? (line, [])
            : (line[..matches[0].Index].Trim(), [.. matches.Select(match => match.Value.Replace(" ", "", StringComparison.Ordinal))]);
    }

    [GeneratedRegex(@"(?:Unit|단위) ?(?<units>\d+)", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex UnitHeadingPattern();

    [GeneratedRegex(@"\d[\d,.]*(?: ?[KM]B(?:ps)?| ?Mbps)?(?= |$)", RegexOptions.ExplicitCapture | RegexOptions.CultureInvariant, 1000)]
    private static partial Regex FigurePattern();
}
