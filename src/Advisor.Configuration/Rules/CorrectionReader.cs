using Advisor.Configuration.Yaml;

namespace Advisor.Configuration.Rules;

/// <summary>Reads the originally printed value beside a corrected one. It has no effect, and is kept for comparison.</summary>
internal static class CorrectionReader
{
    public static void Check(MapReader row, IReadOnlyList<int>? appServerUnits, IReadOnlyList<int>? units)
    {
        foreach (var correction in row.ReadMaps("corrections", required: false))
        {
            var field = correction.ReadText("field");
            var at = correction.ReadIntegers("units", 1, 1000);
            var printed = correction.ReadNumbers("printed", 0, 1e12);
            correction.ReadText("reason");
            correction.ReportUnknownKeys();
            if (field is not null && !row.HasKey(field))
            {
                correction.Report("field", $"This row has no column '{field}'.");
            }

            if (at is not null && printed is not null && at.Count != printed.Count)
            {
                correction.Report("printed", $"There are {printed.Count} values for {at.Count} sizes.");
            }

            var columns = field is "appServers" or "aspNetAppServers" ? appServerUnits : units;
            foreach (var unit in at ?? [])
            {
                if (columns is not null && !columns.Contains(unit))
                {
                    correction.Report("units", $"This row has no column for {unit} units.");
                }
            }
        }
    }
}
