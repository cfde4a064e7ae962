using Advisor.Core.Capacity;
using Advisor.Core.Quantities;

namespace Advisor.Reporting.Terminal;

/// <summary>
/// Text of the columns of the table, in the longest form that fits: everything in full; else SKUs by their short names; else long names
/// shortened in the middle; else limits by their short names, and what does not fit of names and remarks cut.
/// </summary>
internal sealed class SummaryColumns
{
    // Names are not shortened below the first for the sake of a remark, nor below the second for anything.
    private const int NameWithRemark = 24,
        MinName = 12;

    private const int Gap = 2,
        GapBeforeAmount = 1;

    private readonly IReadOnlyList<ResourceSummary> rows;
    private readonly bool hasShortSkus;
    private readonly bool hasShortLimits;

    /// <param name="heading">Heading of the amounts, such as "USD/month".</param>
    private SummaryColumns(IReadOnlyList<ResourceSummary> rows, string heading, bool hasShortSkus, bool hasShortLimits)
    {
        this.rows = rows;
        this.hasShortSkus = hasShortSkus;
        this.hasShortLimits = hasShortLimits;
        Heading = heading;
        Size = FindWidth(FormatSize, "Size");
        Keep = FindWidth(FormatKeep, "Keep");
        Amount = FindWidth(row => row.Change, heading);
        Name = FindWidth(row => row.Name, "Resource");
    }

    public string Heading { get; }

    /// <summary>Width of the names, in characters; at most that of the longest.</summary>
    public int Name { get; private init; }

    public int Size { get; }

    public int Keep { get; }

    public int Amount { get; }

    /// <summary>Width of the last column; null = as wide as its text.</summary>
    public int? Last { get; private init; }

    /// <summary>Selects the longest form that fits.</summary>
    /// <param name="heading">Heading of the amounts, such as "USD/month".</param>
    /// <param name="width">Columns of the terminal; null = nothing is shortened, as in a pipe.</param>
    public static SummaryColumns Select(IReadOnlyList<ResourceSummary> rows, string heading, int? width)
    {
        var full = new SummaryColumns(rows, heading, false, false);
        if (width is not { } limit || full.MeasureWidest() <= limit)
        {
            return full;
        }

        var shortSkus = new SummaryColumns(rows, heading, true, false);
        var chosen =
            shortSkus.MeasureWidest() - Math.Max(0, shortSkus.Name - NameWithRemark) <= limit
                ? shortSkus
                : new SummaryColumns(rows, heading, true, true);
        return chosen.ShortenTo(limit);
    }

    public string FormatSize(ResourceSummary row) => Shorten(row.Size).ToString();

    /// <summary>Returns the units to keep, with the SKU where it changes; "?" when nothing was decided.</summary>
    public string FormatKeep(ResourceSummary row) =>
        row switch
        {
            { Keep: null } => "?",
            { ChangesSku: true } => Shorten(row.Keep.Value).ToString(),
            _ => Wording.FormatNumber(row.Keep.Value.Units),
        };

    /// <summary>
    /// Returns the limiting factor with its utilization, such as "server load 117 %"; "none (connections 3 %)" where no limit is near,
    /// empty when no limit is known.
    /// </summary>
    public string FormatLimit(ResourceSummary row) =>
        (row.Limit, row.Utilization) switch
        {
            ({ } limit, { } ratio) when row.IsLimiting => $"{FormatName(limit)} {Wording.FormatUtilization(ratio)}",
            ({ }, { }) when hasShortLimits => FormatName(Limit.None),
            ({ } limit, { } ratio) => $"none ({FormatName(limit)} {Wording.FormatUtilization(ratio)})",
            ({ } limit, null) => FormatName(limit),
            _ => "",
        };

    /// <summary>Returns the cells before the last column, padded and with the gaps between them.</summary>
    public IReadOnlyList<string> FormatCells(string name, string size, string keep, string amount) =>
        [
            name.PadRight(Name + Gap),
            size.PadRight(Size + Gap),
            keep.PadRight(Keep + GapBeforeAmount),
            amount.PadLeft(Amount) + new string(' ', Gap),
        ];

    private string FormatName(Limit limit) =>
        !hasShortLimits || limit == Limit.None ? ReportPhrases.FormatLimit(limit) : CompactLayout.FormatShortName(limit);

    private Core.Quantities.Size Shorten(Core.Quantities.Size size) =>
        hasShortSkus ? size with { Sku = CompactLayout.FormatShortSku(size.Sku) } : size;

    private int FindWidth(Func<ResourceSummary, string> format, string heading) =>
        rows.Select(row => format(row).Length).Append(heading.Length).Max();

    private int MeasureFixed() => Size + Keep + Amount + (3 * Gap) + GapBeforeAmount;

    private int MeasureWidest() => Name + MeasureFixed() + MeasureLast();

    private int MeasureLast() => FindWidth(row => SummaryTable.JoinLast(FormatLimit(row), row.Remark), SummaryTable.LastHeading);

    // A limit and its utilization are never cut for a name.
    private SummaryColumns ShortenTo(int width)
    {
        var left = width - MeasureFixed();
        var name = Math.Clamp(left - MeasureLast(), Math.Min(NameWithRemark, Name), Name);
        name = Math.Min(name, Math.Max(left - FindWidth(FormatLimit, ""), Math.Min(MinName, Name)));
        return new SummaryColumns(rows, Heading, hasShortSkus, hasShortLimits) { Name = name, Last = Math.Max(1, left - name) };
    }
}
