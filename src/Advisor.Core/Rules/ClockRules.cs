namespace Advisor.Core.Rules;

/// <summary>How the clock counts, as <c>rules/policy.yaml</c> has it.</summary>
/// <param name="Days">Days that are looked back, 0 to 14; 0 = the clock is not asked.</param>
/// <param name="SameWeekdayWeight">How many days a day of the same weekday counts as, 1 or more.</param>
public sealed record ClockRules(int Days = 14, double SameWeekdayWeight = 5);
