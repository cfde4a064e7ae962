namespace Advisor.Reporting.OpenMetrics;

/// <summary>Writes metrics as OpenMetrics text 1.0, which Prometheus and most collectors scrape, or as the text that preceded it.</summary>
public static class OpenMetricsText
{
    /// <summary>Media type of the text.</summary>
    public const string ContentType = "application/openmetrics-text; version=1.0.0; charset=utf-8";

    /// <summary>Media type of the text of Prometheus, version 0.0.4, for readers that do not know OpenMetrics.</summary>
    public const string ClassicContentType = "text/plain; version=0.0.4; charset=utf-8";

    /// <summary>Writes the families one after another, and the end marker: without it a reader treats the text as truncated.</summary>
    public static void Write(TextWriter writer, IEnumerable<MetricFamily> families)
    {
        foreach (var family in families)
        {
            Write(writer, family);
        }

        writer.Write("# EOF\n");
    }

    /// <summary>
    /// Writes the families in the text of Prometheus: a family is named as its samples are, it has neither info nor units, and the text no
    /// end marker.
    /// </summary>
    public static void WriteClassic(TextWriter writer, IEnumerable<MetricFamily> families)
    {
        foreach (var family in families)
        {
            var name = family.Name + GetSuffix(family.Type);
            writer.Write($"# HELP {name} {Escape(family.Help)}\n");
            writer.Write($"# TYPE {name} {(family.Type == OpenMetricsType.Counter ? "counter" : "gauge")}\n");
            WriteSamples(writer, name, family);
        }
    }

    private static void Write(TextWriter writer, MetricFamily family)
    {
        writer.Write($"# TYPE {family.Name} {FormatType(family.Type)}\n");
        if (family.Unit is { } unit)
        {
            writer.Write($"# UNIT {family.Name} {unit}\n");
        }

        writer.Write($"# HELP {family.Name} {Escape(family.Help)}\n");
        WriteSamples(writer, family.Name + GetSuffix(family.Type), family);
    }

    private static void WriteSamples(TextWriter writer, string name, MetricFamily family)
    {
        foreach (var sample in family.Samples)
        {
            writer.Write(name);
            WriteLabels(writer, sample.Labels);
            writer.Write(' ');
            writer.Write(FormatNumber(sample.Value));
            writer.Write('\n');
        }
    }

    private static void WriteLabels(TextWriter writer, IReadOnlyList<KeyValuePair<string, string>> labels)
    {
        for (var i = 0; i < labels.Count; i++)
        {
            writer.Write(i == 0 ? '{' : ',');
            writer.Write(labels[i].Key);
            writer.Write("=\"");
            writer.Write(Escape(labels[i].Value));
            writer.Write('"');
        }

        if (labels.Count > 0)
        {
            writer.Write('}');
        }
    }

    private static string FormatType(OpenMetricsType type) =>
        type switch
        {
            OpenMetricsType.Counter => "counter",
            OpenMetricsType.Info => "info",
            _ => "gauge",
        };

    private static string GetSuffix(OpenMetricsType type) =>
        type switch
        {
            OpenMetricsType.Counter => "_total",
            OpenMetricsType.Info => "_info",
            _ => "",
        };

    private static string FormatNumber(double value) =>
        double.IsNaN(value) ? "NaN"
        : double.IsInfinity(value) ? (value > 0 ? "+Inf" : "-Inf")
        : value.ToString("R");

    // These three characters have a meaning in the format; other control characters would end a line for some readers.
    private static string Escape(string text) =>
        text.AsSpan().ContainsAnyInRange('\0', '\u001f') || text.AsSpan().ContainsAny('\\', '"', '\u007f')
            ? string.Concat(
                text.Select(c =>
                    c switch
                    {
                        '\\' => @"\\",
                        '"' => "\\\"",
                        '\n' => "\\n",
                        _ when char.IsControl(c) => "\ufffd",
                        _ => c.ToString(),
                    }
                )
            )
            : text;
}
